package client

import (
	"context"
	"encoding/json"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// newerServer is a real server of the newer version.
func newerServer() *server.MCPServer {
	s := server.NewMCPServer("newer", "7", server.WithToolCapabilities(true))
	tool := func(name, schema string, f server.ToolHandlerFunc) {
		s.AddTool(mcpgo.NewToolWithRawSchema(name, "", json.RawMessage(schema)), f)
	}
	tool("echo", `{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}`,
		func(ctx context.Context, q mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
			if meta := q.Params.Meta; meta != nil && meta.ProgressToken != nil {
				_ = s.SendNotificationToClient(ctx, progressTold, map[string]any{"progressToken": meta.ProgressToken, "progress": 1})
			}
			return mcpgo.NewToolResultText(q.GetString("region", "none")), nil
		})
	tool("ask", `{"type":"object"}`, func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		return server.NewInputRequestBuilder("s").Elicit("name", mcpgo.ElicitationParams{Message: "who?"}).ToolResult(), nil
	})
	tool("grow", `{"type":"object"}`, func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		tool("more", `{"type":"object"}`, func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
			return mcpgo.NewToolResultText("more"), nil
		})
		return mcpgo.NewToolResultText("grown"), nil
	})
	return s
}
