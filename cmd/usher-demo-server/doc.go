// Usher-demo-server is the small MCP server of "make demo" and of the tests: a
// few notes kept in memory, spoken over stdio.
//
// It reads and writes no file and opens no connection. With --changed its tool
// search describes itself otherwise, as a server does that was swapped after a
// person marked the tool.
package main
