package gatetest

import (
	"encoding/xml"

	"usher/pkg/clean"
	"usher/pkg/fault"
)

// Suite is one table and what became of it: results, or problems where it was not
// understood.
type Suite struct {
	File     string
	Results  []Result
	Problems []fault.Problem
}

// Failed counts the cases that did not go as expected.
func (s Suite) Failed() int {
	n := 0
	for _, r := range s.Results {
		if !r.OK {
			n++
		}
	}
	return n
}

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string       `xml:"classname,attr"`
	Name    string       `xml:"name,attr"`
	Failure *junitReason `xml:"failure"`
	Error   *junitReason `xml:"error"`
	Out     string       `xml:"system-out,omitempty"`
}

type junitReason struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// JUnit is the results as a JUnit document. Every text has its control and
// invisible characters as visible escapes, so that it is valid XML whatever a table
// or a hook says.
func JUnit(suites []Suite) ([]byte, error) {
	all := junitSuites{Name: "usher gate test"}
	for _, s := range suites {
		one := s.junit()
		all.Tests, all.Failures, all.Errors = all.Tests+one.Tests, all.Failures+one.Failures, all.Errors+one.Errors
		all.Suites = append(all.Suites, one)
	}
	doc, err := xml.MarshalIndent(all, "", "  ")
	return append([]byte(xml.Header), append(doc, '\n')...), err
}

func (s Suite) junit() junitSuite {
	name := clean.Line(s.File)
	out := junitSuite{Name: name, Tests: len(s.Results), Failures: s.Failed()}
	for _, r := range s.Results {
		c := junitCase{Class: name, Name: clean.Line(r.Name), Out: clean.Line(r.Says())}
		if !r.OK {
			c.Failure = &junitReason{Message: clean.Line(r.Says()), Text: clean.Line(r.File + ": " + r.Says())}
			c.Out = ""
		}
		out.Cases = append(out.Cases, c)
	}
	if len(s.Problems) > 0 {
		out.Tests, out.Errors = out.Tests+1, 1
		bad := &junitReason{Message: "the table was not understood"}
		for _, p := range s.Problems {
			bad.Text += clean.Line(p.String()) + "\n"
		}
		out.Cases = append(out.Cases, junitCase{Class: name, Name: "the table itself", Error: bad})
	}
	return out
}
