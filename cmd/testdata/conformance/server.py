"""What the conformance suite of MCP expects of a server: tools, prompts and resources
of its names, over stdio."""
import json
import sys

DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
HUM = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=="
SCHEMA = "https://json-schema.org/draft/2020-12/schema"


def text(words):
    return {"type": "text", "text": words}


def resource(uri, kind="text/plain", **what):
    return {"type": "resource", "resource": {"uri": uri, "mimeType": kind, **what}}


IMAGE = {"type": "image", "data": DOT, "mimeType": "image/png"}
CALLS = {
    "test_simple_text": [text("This is a simple text response for testing.")],
    "test_image_content": [IMAGE],
    "test_audio_content": [{"type": "audio", "data": HUM, "mimeType": "audio/wav"}],
    "test_embedded_resource": [resource("test://embedded-resource", text="This is an embedded resource content.")],
    "test_multiple_content_types": [text("Multiple content types test:"), IMAGE,
                                    resource("test://mixed-content-resource", "application/json", text='{"test":"data","value":123}')],
    "test_tool_with_logging": [text("logged")],
    "test_tool_with_progress": [text("done")],
    "test_error_handling": [text("This tool intentionally returns an error for testing")],
    "json_schema_2020_12_tool": [text("taken")],
    "test_param_header": [text("taken")],
    "test_missing_capability": [],
    "test_trigger_tool_change": [text("changed")],
    "test_trigger_prompt_change": [text("changed")],
}
SCHEMAS = {"test_param_header": {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}, "json_schema_2020_12_tool": {
    "$schema": SCHEMA, "type": "object",
    "$defs": {"address": {"$anchor": "addressDef", "type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
    "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}, "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                   "phone": {"type": "string"}, "email": {"type": "string"}},
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]}, "else": {"required": ["email"]}, "additionalProperties": False,
}}
PROMPTS = {
    "test_simple_prompt": [],
    "test_prompt_with_arguments": ["arg1", "arg2"],
    "test_prompt_with_embedded_resource": ["resourceUri"],
    "test_prompt_with_image": [],
}
RESOURCES = {
    "test://static-text": {"mimeType": "text/plain", "text": "This is the content of the static text resource."},
    "test://static-binary": {"mimeType": "image/png", "blob": DOT},
    "test://watched-resource": {"mimeType": "text/plain", "text": "watched"},
}


def send(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


class Wrong(Exception):
    """An error with a code and data of its own."""


def call(params):
    name, token = params["name"], params.get("_meta", {}).get("progressToken")
    if name == "test_tool_with_logging":
        for words in ("Tool execution started", "Tool processing data", "Tool execution completed"):
            send({"method": "notifications/message", "params": {"level": "info", "data": words}})
    if name == "test_tool_with_progress" and token is not None:
        for done in (0, 50, 100):
            send({"method": "notifications/progress", "params": {"progressToken": token, "progress": done, "total": 100}})
    if name == "test_missing_capability":  # nobody announces sampling to it
        raise Wrong(-32021, "the client has to announce sampling", {"requiredCapabilities": {"sampling": {}}})
    if name == "test_trigger_tool_change":
        CALLS["test_once_%d" % len(CALLS)] = []
        send({"method": "notifications/tools/list_changed"})
    if name == "test_trigger_prompt_change":
        PROMPTS["test_once_%d" % len(PROMPTS)] = []
        send({"method": "notifications/prompts/list_changed"})
    return {"content": CALLS[name], "isError": name == "test_error_handling"}


def prompt(params):
    name, args = params["name"], params.get("arguments", {})
    said = {
        "test_simple_prompt": [text("This is a simple prompt for testing.")],
        "test_prompt_with_arguments": [text("Prompt with arguments: arg1='%s', arg2='%s'" % (args.get("arg1"), args.get("arg2")))],
        "test_prompt_with_embedded_resource": [resource(args.get("resourceUri"), text="Embedded resource content for testing."),
                                               text("Please process the embedded resource above.")],
        "test_prompt_with_image": [IMAGE, text("Please analyze the image above.")],
    }[name]
    return {"messages": [{"role": "user", "content": one} for one in said]}


def read(params):
    uri = params["uri"]
    if uri in RESOURCES:
        return {"contents": [{"uri": uri, **RESOURCES[uri]}]}
    if uri.startswith("test://template/"):
        number = uri.split("/")[3]
        return {"contents": [{"uri": uri, "mimeType": "application/json",
                              "text": json.dumps({"id": number, "templateTest": True, "data": "Data for ID: " + number})}]}
    raise KeyError(uri)


ANSWERS = {
    "initialize": lambda p: {"protocolVersion": p["protocolVersion"], "serverInfo": {"name": "conformance", "version": "1"},
                             "capabilities": {"tools": {"listChanged": True}, "prompts": {"listChanged": True}, "resources": {"subscribe": True}, "logging": {}, "completions": {}}},
    "ping": lambda p: {},
    "logging/setLevel": lambda p: {},
    "tools/list": lambda p: {"tools": [{"name": n, "description": "For the suite", "inputSchema": SCHEMAS.get(n, {"type": "object"})} for n in CALLS]},
    "tools/call": call,
    "prompts/list": lambda p: {"prompts": [{"name": n, "description": "For the suite", "arguments": [
        {"name": a, "description": "One", "required": True} for a in args]} for n, args in PROMPTS.items()]},
    "prompts/get": prompt,
    "resources/list": lambda p: {"resources": [{"uri": u, "name": u, "description": "For the suite", "mimeType": r["mimeType"]} for u, r in RESOURCES.items()]},
    "resources/templates/list": lambda p: {"resourceTemplates": [{"uriTemplate": "test://template/{id}/data", "name": "data", "description": "For the suite", "mimeType": "application/json"}]},
    "resources/read": read,
    "resources/subscribe": lambda p: {},
    "resources/unsubscribe": lambda p: {},
    "completion/complete": lambda p: {"completion": {"values": ["testValue1"], "total": 1, "hasMore": False}},
}


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    try:
        send({"id": message["id"], "result": ANSWERS[message["method"]](message.get("params", {}))})
    except Wrong as what:
        send({"id": message["id"], "error": {"code": what.args[0], "message": what.args[1], "data": what.args[2]}})
    except KeyError as what:
        code = -32601 if message["method"] not in ANSWERS else -32002
        send({"id": message["id"], "error": {"code": code, "message": "there is no " + str(what)}})
