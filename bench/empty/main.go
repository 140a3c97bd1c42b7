// Empty is a Go program that does nothing: the yardstick of every start-up figure.
package main

func main() {}
