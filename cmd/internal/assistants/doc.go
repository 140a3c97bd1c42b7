// Command assistants is for the acceptance tests alone and is never installed. It
// runs one real assistant without a person, against a model that follows a script
// and lives in the same process, and tells what really happened: which calls the
// model made, what it was told, and which tools it was offered.
//
//	assistants run SPEC      one assistant; the outcome as JSON on stdout
//	assistants server LOG    an MCP server on stdio that writes down each call
//
// It reaches no network: a model's answers come from a loopback address, and the
// test gives it a network of its own where the system allows that.
package main
