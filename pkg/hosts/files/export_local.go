package files

import (
	"strconv"

	"usher/pkg/mcp"
)

// local is an entry that starts a program.
func (x *exporter) local() []member {
	s := x.server
	if s.Package.Kind != "" || s.Command == "" {
		x.fail("package", "the server is a package that usher installed and checks at each start, which "+x.info.Name+" cannot", "put usher itself there: usher host connect NAME")
		return nil
	}
	command := x.must("command", s.Command)
	var args []string
	plain := mcp.PlainSecrets(mcp.Server{Args: s.Args})
	for n, arg := range s.Args {
		field := "args[" + strconv.Itoa(n) + "]"
		for _, p := range plain {
			if p == field {
				x.fail("secret", field+" looks as if it held a secret, and no secret is written into another app's file", "")
			}
		}
		args = append(args, x.must(field, arg))
	}
	ms := append(x.info.localEntry(command, args), x.env()...)
	switch {
	case s.Cwd == "" || s.Cwd == ".":
	case x.able.cwd == "":
		x.fail("cwd", "the server has a working directory of its own, which "+x.info.Name+" cannot set", "")
	default:
		ms = append(ms, pair(x.able.cwd, newText(x.must("cwd", s.Cwd))))
	}
	if !s.Reach.Off {
		x.warn("sandbox", "usher starts the server in a sandbox; "+x.info.Name+" will not", "")
	}
	return ms
}

// env is the table of variables, and the list of those that are passed on.
func (x *exporter) env() []member {
	var set []member
	var passed []string
	for _, v := range x.server.Env {
		name := string(v.Name)
		switch {
		case v.Passed && x.able.passed != "":
			passed = append(passed, name)
		case v.Passed:
			if ref, ok := x.info.variable(name, "", false, ""); ok {
				set = append(set, pair(name, newText(ref)))
			} else {
				x.warn("env", "env."+name+" is passed from the environment, which "+x.info.Name+" has no form for; it is left out", "")
			}
		case x.info.Client == Kkss:
			x.fail("env", "env."+name+" has a value, and "+x.info.Name+" only passes variables on", "")
		default:
			if text, ok := x.text("env."+name, name, v.Value.Reveal()); ok {
				set = append(set, pair(name, newText(text)))
			}
		}
	}
	var ms []member
	if len(set) > 0 {
		ms = append(ms, pair(x.info.Shape.Env, newTable(set...)))
	}
	if len(passed) > 0 {
		ms = append(ms, pair(x.able.passed, newTexts(passed)))
	}
	return ms
}
