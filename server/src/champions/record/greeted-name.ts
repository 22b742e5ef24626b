/**
 * A name as a letter greets somebody by, with a space before it. Whoever types a stranger's address could put an advertisement in
 * place of a name: what looks like one is left out.
 */
export function greetedName(name: string | null): string {
  return name && [...name].length <= 40 && !/[.:/@\\<>$€!?\d]|www/iu.test(name) ? ` ${name}` : ''
}
