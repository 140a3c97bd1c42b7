package cmd

import (
	"errors"
	"io/fs"
	"strconv"

	"usher/pkg/fault"
	"usher/pkg/hosts/files"
	"usher/pkg/output"
	"usher/pkg/safefile"
)

// clients lists the apps whose files are here, and how many servers each has.
// Files of projects are not looked for.
func (o *serverImportOptions) clients() (output.View, error) {
	if o.all || o.yes || o.replace || len(o.allow) > 0 {
		return nil, fault.New(fault.Usage, "which file to import from is not said", "whose files are here: usher server import", "then: usher server import --from APP, or usher server import FILE")
	}
	v := clientsView{Clients: []clientRow{}}
	for _, info := range files.Catalogue() {
		for _, path := range o.filesOf(info) {
			data, err := safefile.ReadPlain(path, maxForeign)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			row := clientRow{Client: string(info.Client), Name: info.Name, File: path, line: o.again("usher server import --from " + string(info.Client))}
			if err != nil {
				row.Why = err.Error()
			} else {
				row.count(files.Import(data, info.Client, path))
			}
			v.Clients = append(v.Clients, row)
		}
	}
	return v, nil
}

// clientRow is one file of an app.
type clientRow struct {
	Client  string `json:"client"`
	Name    string `json:"name"`
	File    string `json:"file"`
	Servers int    `json:"servers"` // that can be taken
	Refused int    `json:"refused"`
	Why     string `json:"why"` // it cannot be read; "" otherwise

	line string
}

func (r *clientRow) count(report files.Report) {
	r.Servers, r.Refused = len(report.Servers), len(report.Refused)
	if !report.Unusable {
		return
	}
	for _, p := range report.Problems {
		if p.Severity == fault.SeverityError && p.Rule != "import/no-servers" {
			r.Why = p.Message
			return
		}
	}
}

type clientsView struct {
	Clients []clientRow `json:"clients"`
}

func (v clientsView) JSON() any { return v }

func (v clientsView) Text(w *output.Printer) {
	if len(v.Clients) == 0 {
		w.Line("no file of an app that is known is here; name one: usher server import FILE")
		return
	}
	rows := make([][]string, 0, len(v.Clients))
	for _, r := range v.Clients {
		rows = append(rows, []string{r.Client, strconv.Itoa(r.Servers), orDash(refusedCount(r.Refused)), r.File})
	}
	w.Table([]string{"APP", "SERVERS", "REFUSED", "FILE"}, rows)
	example := ""
	for _, r := range v.Clients {
		if r.Why != "" {
			w.Line(r.Client + ": " + r.Why)
		}
		if example == "" && r.Servers > 0 {
			example = r.line
		}
	}
	if example != "" {
		w.Line("nothing is imported yet; to see what would be: " + example + " --dry-run")
	}
}

func refusedCount(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
