/** The reason why the system cannot start, as a sentence for the person who started it. */
export class StartProblem extends Error {}
