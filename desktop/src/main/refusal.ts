/**
 * Something that cannot be done, with a sentence for the person. Whatever else is thrown reaches the window as "went
 * wrong".
 */
export class Refusal extends Error {}
