package cmd

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/hosts/files"
	"usher/pkg/places"
	"usher/pkg/safefile"
	"usher/pkg/strictjson"
)

// maxForeign is how large another app's file may be: Claude Code's one file also
// holds what was said in every project. files.Import has each app's own bound.
const maxForeign = 16 << 20

const fromStdin = "-"

// foreign is a file of another app, read.
type foreign struct {
	word   string // as it was named; "" by its app
	path   string // "" for stdin
	client files.Client
	data   []byte
}

func (f foreign) report() files.Report { return files.Import(f.data, f.client, f.path) }

// line is the command again, without the answer.
func (f foreign) line(ids []string, o *serverImportOptions) string {
	line := "usher server import"
	for _, word := range append(sentences(f.word), ids...) {
		line += " " + engine.QuoteArg(word)
	}
	if o.from != "" {
		line += " --from " + o.from
	}
	for _, name := range o.allow {
		line += " --allow-env " + engine.QuoteArg(name)
	}
	for _, flag := range [...]struct {
		on   bool
		text string
	}{{o.all, " --all"}, {o.replace, " --replace"}} {
		if flag.on {
			line += flag.text
		}
	}
	return line
}

// source reads the file that is meant; ids are the words that name servers.
func (o *serverImportOptions) source(ctx context.Context, args []string) (foreign, []string, error) {
	f := foreign{client: files.Client(o.from)}
	info, known := files.Find(f.client)
	if o.from != "" && !known {
		return f, nil, unknownClient(o.from)
	}
	named := o.from == ""
	if named || len(args) > 0 && (args[0] == fromStdin || strings.ContainsAny(args[0], `./\`)) {
		f.word, args, named = args[0], args[1:], true
	}
	var err error
	switch {
	case f.word == fromStdin:
		f.data, err = readInput(ctx, o.Stdin, maxForeign, "the file")
		return f, args, err
	case !named:
		f.path, err = o.fileOf(info)
	default:
		if f.path, err = o.whole(f.word); err == nil && o.from == "" {
			f.client = o.owner(f.path)
		}
	}
	if err != nil {
		return f, nil, err
	}
	f.data, err = safefile.ReadPlain(f.path, maxForeign)
	if errors.Is(err, fs.ErrNotExist) {
		err = fault.New(fault.Usage, "there is no file "+f.path, "whose files are here: usher server import")
	}
	return f, args, err
}

// fileOf is the file an app has on this computer. Which of several is meant is
// for the person to say.
func (o *serverImportOptions) fileOf(info files.Info) (string, error) {
	var here []string
	all := o.filesOf(info)
	for _, path := range all {
		if _, err := os.Lstat(path); err == nil {
			here = append(here, path)
		}
	}
	switch {
	case len(here) == 1:
		return here[0], nil
	case len(here) > 1:
		return "", fault.New(fault.Usage, info.Name+" has several files here: "+list(here), "name one: usher server import "+engine.QuoteArg(here[0])+" --from "+string(info.Client))
	case len(all) == 0 && len(info.Files(runtime.GOOS, "", o.Getenv).User) == 0:
		return "", fault.New(fault.Usage, info.Name+" has files in project folders alone", "name one: usher server import FILE --from "+string(info.Client))
	case len(all) == 0:
		return "", fault.New(fault.Usage, "where your home folder is is not known", "name the file: usher server import FILE --from "+string(info.Client))
	}
	return "", fault.New(fault.Usage, info.Name+" has no file here; it would be "+strings.Join(all, " or "), "name its file: usher server import FILE --from "+string(info.Client))
}

// filesOf are the person's files of an app, there or not.
func (o *serverImportOptions) filesOf(info files.Info) []string {
	home := places.UserHome(o.Getenv)
	if !filepath.IsAbs(home) {
		return nil
	}
	return info.Files(runtime.GOOS, home, o.Getenv).User
}

// owner is the app whose own file a path is, "" for any other.
func (o *serverImportOptions) owner(path string) files.Client {
	for _, info := range files.Catalogue() {
		if slices.Contains(o.filesOf(info), path) {
			return info.Client
		}
	}
	return ""
}

// whole is the absolute path of a file that was named.
func (o *serverImportOptions) whole(word string) (string, error) {
	switch {
	case word == "":
		return "", fault.New(fault.Usage, "the name of the file is empty", "usher server import FILE")
	case filepath.IsAbs(word):
		return filepath.Clean(word), nil
	case o.WorkDir == "":
		return "", fault.New(fault.Usage, "the working directory does not exist any more", "name the file by its whole path")
	}
	return filepath.Join(o.WorkDir, word), nil
}

func clientWords() []string {
	var out []string
	for _, info := range files.Catalogue() {
		out = append(out, string(info.Client))
	}
	slices.Sort(out)
	return out
}

func unknownClient(word string) error {
	message := "no app is known by the id that --from gives"
	if near := strictjson.Nearest(word, clientWords()); near != "" {
		message += "; the nearest is " + near
	}
	return fault.New(fault.Usage, message, "it is one of "+list(clientWords()))
}

// complete offers files for the first word, and nothing after it.
func (o *serverImportOptions) complete(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}
