package main

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// page is the man page of one command in roff, from its help. cobra's own
// writer goes through Markdown, which swallows <id> and reads * and _ as
// emphasis; it also dates each page, and a date is never the same twice.
func page(c *cobra.Command) string {
	c.InitDefaultHelpFlag()
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" usher \"usher manual\"\n.nh\n.ad l\n", strings.ToUpper(roff(dashed(c))))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(dashed(c)), roff(lowerFirst(c.Short)))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n\\fB%s\\fP\n", roff(c.UseLine()))
	description, rest, _ := strings.Cut(c.Long, "\n\nEXIT STATUS\n")
	b.WriteString(".SH DESCRIPTION\n")
	prose(&b, description)
	options(&b, "OPTIONS", c.LocalFlags())
	options(&b, "GLOBAL OPTIONS", c.InheritedFlags())
	if rest != "" {
		b.WriteString(".SH EXIT STATUS\n")
		prose(&b, rest)
	}
	if c.Example != "" {
		b.WriteString(".SH EXAMPLES\n")
		verbatim(&b, strings.Split(c.Example, "\n"))
	}
	seeAlso(&b, c)
	return b.String()
}

// dashed is usher-server-add for "usher server add".
func dashed(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

func lowerFirst(s string) string {
	for i, r := range s {
		return string(unicode.ToLower(r)) + s[i+len(string(r)):]
	}
	return s
}

// prose writes paragraphs; lines that begin with two blanks keep their shape.
func prose(b *strings.Builder, text string) {
	var shaped []string
	flush := func() {
		if len(shaped) > 0 {
			verbatim(b, shaped)
			shaped = nil
		}
	}
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "  "):
			shaped = append(shaped, line)
		case line == "":
			flush()
			b.WriteString(".PP\n")
		default:
			flush()
			b.WriteString(roff(line) + "\n")
		}
	}
	flush()
}

func verbatim(b *strings.Builder, lines []string) {
	b.WriteString(".EX\n")
	for _, line := range lines {
		b.WriteString(roff(line) + "\n")
	}
	b.WriteString(".EE\n")
}

func options(b *strings.Builder, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		names := "\\fB\\-\\-" + roff(f.Name) + "\\fP"
		if f.Shorthand != "" {
			names = "\\fB\\-" + roff(f.Shorthand) + "\\fP, " + names
		}
		if value != "" && f.NoOptDefVal == "" {
			names += " \\fI" + roff(value) + "\\fP"
		}
		fmt.Fprintf(b, ".TP\n%s\n%s\n", names, roff(usage))
	})
}

func seeAlso(b *strings.Builder, c *cobra.Command) {
	var names []string
	if c.HasParent() {
		names = append(names, dashed(c.Parent()))
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, dashed(sub))
		}
	}
	if len(names) == 0 {
		return
	}
	b.WriteString(".SH SEE ALSO\n")
	for i, name := range names {
		end := ","
		if i == len(names)-1 {
			end = ""
		}
		fmt.Fprintf(b, ".BR %s (1)%s\n", roff(name), end)
	}
}

// roff is text that troff shows as it stands.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}
