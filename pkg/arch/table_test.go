package arch

import "strings"

// rooms says which of our packages each of our packages may import. Short
// names are those under usher/pkg; a leading slash is the module's root. The
// order is the order of the house: words, thinking, doors, domain, the two
// stages, printing, programs.
var rooms = map[string]string{
	"names":      "",
	"digest":     "",
	"fault":      "",
	"clean":      "",
	"redact":     "",
	"strictjson": "fault",

	"gate":      "names",
	"sandbox":   "fault",
	"templates": "names fault",
	// clean: a message about an entry shows the entry's own hidden characters escaped
	"mcp":   "names digest fault clean redact strictjson sandbox",
	"hosts": "names fault clean gate strictjson",

	"safefile": "fault",
	"proc":     "fault redact",
	"term":     "fault clean",
	"places":   "fault",
	"policy":   "names digest fault strictjson safefile", // digest: the text form of trust.digests
	"config":   "fault strictjson safefile",
	"secrets":  "names fault strictjson safefile proc redact secrets/wire",
	// what usher and usher-keychain say to each other, and nothing of either's work
	"secrets/wire": "names redact",
	"secrets/ring": "redact secrets/wire",

	// what a launch has to see: it looks at the file system, and starts nothing
	"sandbox/needs": "fault safefile sandbox",

	"trust": "names digest fault strictjson safefile",
	"hooks": "names fault clean strictjson gate proc",
	// the starter scripts are apart, so that the gate does not carry their texts
	"hooks/starter":  "names fault strictjson hooks",
	"audit":          "names digest fault strictjson safefile",
	"journal":        "fault clean safefile strictjson",
	"sandbox/launch": "fault safefile proc sandbox",
	// apart from the stages, which usher-run carries: what asks them, remembers the
	// answer in a file and says it in words; clean: the last words of foreign programs
	"sandbox/tiers": "fault clean safefile proc sandbox sandbox/launch",
	"install":       "names digest fault strictjson safefile proc sandbox sandbox/launch sandbox/tiers redact",
	// clean: names of other apps' files are shown escaped; redact: a secret found in
	// one comes out as a value nobody prints; sandbox: what a server may reach
	"hosts/files": "names fault clean redact mcp strictjson sandbox",
	"check":       "names fault strictjson safefile policy mcp hooks templates hosts hosts/files effective",

	// apart from effective, so that the gate does not link what reads texts (SPEC X1)
	"texts": "names fault safefile templates trust",

	"effective": "names fault policy trust mcp hooks",
	"engine":    "names digest fault policy gate trust mcp hooks effective audit",
	// a table of calls and what the gate should say: it supposes a world and decides in it
	"gatetest": "names digest fault clean strictjson gate proc trust hooks hosts effective engine",

	// clean: a server's last words; strictjson: frames are read exactly (SPEC Q1)
	"mcp/client": "names digest fault clean redact strictjson mcp safefile proc sandbox sandbox/launch sandbox/tiers secrets install",
	// digest, trust, hooks: what the seam to cmd is made of; strictjson: a client's frames are
	// read exactly (SPEC Q1); clean: a server's words on a question to a person
	"mcp/gateway": "names digest fault clean strictjson gate policy hooks mcp trust effective engine mcp/client",
	// how the commands talk to a running gateway, apart from what it does
	"control": "fault clean strictjson safefile",

	"output": "fault clean term",
	"arch":   "",

	"/cmd": "/cmd/rungate names digest fault clean redact strictjson gate sandbox templates mcp hosts safefile proc " +
		"term places policy config secrets sandbox/needs sandbox/tiers trust hooks hooks/starter audit journal install hosts/files check effective texts engine gatetest mcp/client " +
		"mcp/gateway control output",
	"/cmd/rungate": "names fault clean proc places policy gate trust effective engine hosts hooks audit",

	// programs: a main.go each, and nothing imports them
	"/":                        "/cmd proc",
	"/cmd/usher-gate":          "/cmd/rungate proc",
	"/cmd/usher-run":           "proc sandbox/launch",
	"/cmd/usher-keychain":      "secrets/wire secrets/ring",
	"/cmd/usher-demo-server":   "",
	"/cmd/usher-otel":          "digest audit safefile",
	"/cmd/internal/testmain":   "/cmd proc",
	"/cmd/internal/testgate":   "/cmd/rungate proc",
	"/cmd/internal/assistants": "",
	"/scripts/gendocs":         "/cmd",
	"/bench/empty":             "",
	"/bench/spawn":             "",
	"/bench/hooks":             "hooks names proc",
	"/bench/sandbox":           "sandbox",
	"/bench/echo":              "",
	"/bench/load":              "",
	"/bench/proxy":             "",
}

// libraries says which of our packages may import an outside library; one that
// is not here may be imported by none. The standard library's doors stand with
// them: whoever starts a process or opens a connection does it in one room.
var libraries = map[string]string{
	// the tests' program that runs real assistants against a model it serves itself
	"os/exec":  "proc sandbox/launch /cmd/internal/assistants /bench/load",
	"net/http": "mcp/client mcp/gateway install /cmd/internal/assistants /bench/echo /bench/load",
	"plugin":   "",

	// 4 ms before main: a program of its own, so that no decision waits for it; the other
	// two read in its tests what it sent
	"go.opentelemetry.io/otel":       "/cmd/usher-otel",
	"go.opentelemetry.io/proto/otlp": "/cmd/usher-otel",
	"google.golang.org/protobuf":     "/cmd/usher-otel",

	"github.com/spf13/cobra":            "/cmd /scripts/gendocs",
	"github.com/spf13/pflag":            "/cmd /scripts/gendocs config",
	"github.com/spf13/viper":            "config",
	"github.com/mark3labs/mcp-go":       "mcp/client mcp/gateway /cmd/usher-demo-server /bench/proxy",
	"github.com/99designs/keyring":      "/cmd/usher-keychain",
	"github.com/godbus/dbus":            "/cmd/usher-keychain", // keyring's own; it asks whether the keychain is locked without a prompt
	"github.com/olekukonko/tablewriter": "output",
	"github.com/tailscale/hujson":       "strictjson",
	"github.com/agnivade/levenshtein":   "strictjson",
	"github.com/google/renameio/v2":     "safefile",
	"github.com/natefinch/atomic":       "safefile",
	"github.com/gofrs/flock":            "safefile",
	// the three calls of Landlock, one thread at a time; it brings psx along, which is
	// not used and which nothing of ours imports
	"github.com/landlock-lsm/go-landlock": "sandbox/launch",
	"golang.org/x/net/bpf":                "sandbox/launch", // assembles the filter of system calls; no other package of x/net is taken
	"github.com/pelletier/go-toml/v2":     "hosts/files",
	"go.yaml.in/yaml/v3":                  "templates hosts/files",
	"golang.org/x/term":                   "term",
	// control: who is at the other end of a socket
	"golang.org/x/sys": "control mcp/client safefile proc term places sandbox/launch sandbox/tiers /cmd/rungate",

	// exact JSON out, beside strictjson's exact JSON in: these write bytes that
	// others read as a decision or that must come back unchanged (SPEC Q1)
	"github.com/go-json-experiment/json": "strictjson hosts trust hooks mcp journal secrets",
}

// links says which packages must not be part of a program, however far down.
// A name covers the packages below it too.
var links = map[string]string{
	"/cmd/usher-gate": "/cmd github.com/spf13 github.com/olekukonko/tablewriter " +
		"github.com/mark3labs/mcp-go github.com/99designs/keyring github.com/pelletier/go-toml go.yaml.in/yaml net/http " +
		"go.opentelemetry.io google.golang.org",
	// its TestLinksAlmostNothing names the few outside packages that it may link
	"/cmd/usher-run": "github.com/spf13 github.com/olekukonko github.com/mark3labs github.com/99designs github.com/go-json-experiment " +
		"go.yaml.in go.uber.org net/http encoding/json",
	"/": "github.com/99designs/keyring github.com/godbus github.com/rogpeppe testing go.opentelemetry.io google.golang.org",
}

// linksOnly says which packages of ours are all that a program may be made of.
var linksOnly = map[string]string{
	"/cmd/usher-run": "/cmd/usher-run proc fault redact sandbox sandbox/launch safefile",
}

// full is the import path of a short name.
func full(short string) string {
	switch {
	case short == "/":
		return "usher"
	case strings.HasPrefix(short, "/"):
		return "usher" + short
	}
	return "usher/pkg/" + short
}
