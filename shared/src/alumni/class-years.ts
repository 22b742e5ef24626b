/** Whole class years, both included. */
export type Years = { from: number; to: number }

/**
 * Class years in a text. `code` is of a degree or college, as in `MBA’05`; `years` has the likelier century first where
 * two digits fit two. Without `years` the form differs from house to house, as `P’24` does, and is not guessed.
 */
export type TypedClass = { typed: string; code: string | undefined; years: Years[] }

/** A class year as an office writes it behind a name, such as `’15`. */
export function shortClassYear(year: number): string {
  return `’${String(year % 100).padStart(2, '0')}`
}

/**
 * Reads the class years of a text, as offices type them, and returns the text without them. Letters before a year that
 * `isCode` refuses, such as the name in `Smith ’98`, stay in the text.
 */
export function readClassYears(
  text: string,
  thisYear = new Date().getFullYear(),
  isCode: (letters: string) => boolean = ({ length }) => length <= maxCodeLength,
): { classes: TypedClass[]; rest: string } {
  const classes: TypedClass[] = []
  const rest = text.replace(form, (typed: string, ...groups) => {
    const { letters, first, last } = groups.at(-1) as Partial<Record<'letters' | 'first' | 'last', string>>
    const from = first ? centuriesOf(first, thisYear) : []
    const to = last ? centuriesOf(last, thisYear) : from
    const years = last ? spansOf(from, to) : from.map((year) => ({ from: year, to: year }))
    if (years.length === 0) return typed
    const code = letters?.replaceAll('.', '')
    if (code && houseForms.has(code.toUpperCase()) && !/\s/.test(typed)) {
      classes.push({ typed, code: undefined, years: [] })
      return ' '
    }
    const isName = code !== undefined && !isCode(code)
    classes.push({ typed: isName ? first! : typed.trim(), code: isName ? undefined : code, years })
    return isName ? `${letters} ` : ' '
  })
  return {
    classes,
    rest: rest
      .replace(/\(\s*\)/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }
}

/** Parents, grandparents, those who left without a degree, honorary and graduate degrees: each house has its own. */
const houseForms = new Set(['P', 'GP', 'X', 'H', 'G'])
const maxCodeLength = 6

const mark = "['’‘ʼ`´′]"
const year = `(?:${mark}\\s?\\d\\d|(?:19|20)\\d\\d)`
/** After `class of`, or in the middle of a span, two digits need no apostrophe. */
const shortYear = `(?:${mark}?\\d\\d|(?:19|20)\\d\\d)`
/** Neither side is a letter or another number, so that no part of a phone number or name is read. */
const form = new RegExp(
  String.raw`(?<![\p{L}\d@._+-]|\d[ ().-])` +
    `(?:class(?:es)? of (?<first>${shortYear})(?:\\s?[-–—]\\s?(?<last>${shortYear}))?` +
    `|(?<first>${year})(?:\\s?[-–—]\\s?(?<last>${shortYear}))?` +
    `|(?<letters>\\p{L}[\\p{L}.]*)\\s?(?<first>${mark}\\d\\d)` +
    `|(?<first>(?<=^|[\\p{L}.,]\\s)\\d\\d))` +
    String.raw`(?![\p{L}\d@]|[ ().-]*\d)`,
  'giu',
)

/** The years of two digits within the last hundred, and those of students who are here; the likelier is first. */
function centuriesOf(typed: string, thisYear: number): number[] {
  const digits = typed.replace(/\D/g, '')
  if (digits.length === 4) return Number(digits) <= thisYear + yearsAhead ? [Number(digits)] : []
  const century = Math.floor(thisYear / 100) * 100
  return [century + 100, century, century - 100]
    .map((start) => start + Number(digits))
    .filter((year) => year > thisYear - 100 && year <= thisYear + yearsOfStudents)
    .toSorted((a, b) => Number(a > thisYear) - Number(b > thisYear))
}

/** The last class year that is read is so many years ahead. */
export const yearsAhead = 10
const yearsOfStudents = 5

function spansOf(from: readonly number[], to: readonly number[]): Years[] {
  return from
    .flatMap((first) => to.map((last) => ({ from: first, to: last })))
    .filter(({ from, to }) => from <= to && to - from < 100)
}
