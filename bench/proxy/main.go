//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "proxy: error:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New("usage: proxy COMMAND")
	}
	ctx := context.Background()
	behind, err := client.NewStdioMCPClient(args[0], nil, args[1:]...)
	if err != nil {
		return err
	}
	hello := mcp.InitializeRequest{}
	hello.Params.ProtocolVersion = "2025-11-25"
	hello.Params.ClientInfo = mcp.Implementation{Name: "proxy", Version: "1"}
	if _, err := behind.Initialize(ctx, hello); err != nil {
		return err
	}
	list, err := behind.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		return err
	}
	s := server.NewMCPServer("proxy", "1")
	for _, t := range list.Tools {
		s.AddTool(t, func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return behind.CallTool(ctx, r)
		})
	}
	return server.ServeStdio(s)
}
