/** An error with a message for the user; all other errors are shown as "Something went wrong". */
export class Refusal extends Error {}
