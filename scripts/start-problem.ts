/** What keeps the system from starting, as a sentence for the person who started it. */
export class StartProblem extends Error {}
