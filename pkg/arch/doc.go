// Package arch holds no code, only tests: who may import whom, which outside
// library lives in which room, what each program links, and that no package of
// ours has globals or works before main.
//
// The tables are the plan: a new package, a new import or a new library is
// first a line here, with its reason in the commit. The tests ask the go tool,
// for every system usher is built for, so that a file for another system is
// held to the same rules. Nothing imports this package.
package arch
