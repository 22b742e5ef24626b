/** Whole class years, both included. */
export type Years = { from: number; to: number }

/**
 * A class year in a text, or those of a span or a decade. `code` is of a degree or college, as in `MBA’05`; `years` has
 * the likelier century first where two digits fit two. Without `years` the form differs from house to house, as `P’24` does, and is not guessed.
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
    const { letters, first, last, decade } = groups.at(-1) as Partial<Record<Part, string>>
    const from = first ? centuriesOf(first, thisYear) : []
    const years = decade
      ? decadesOf(decade, thisYear)
      : last
        ? spansOf(from, centuriesOf(last, thisYear))
        : from.map((year) => ({ from: year, to: year }))
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

type Part = 'letters' | 'first' | 'last' | 'decade'

const mark = "['’‘ʼ`´′]"
const isAlone = String.raw`(?<!\d[ ().-])`
const year = `(?:${mark}\\s?\\d\\d|${isAlone}(?:19|20)\\d\\d)`
/** After `class of`, or in the middle of a span, two digits need no apostrophe. */
const shortYear = `(?:${mark}?\\d\\d|(?:19|20)\\d\\d)`
const to = String.raw`(?:\s?[-–—]\s?|\s(?:to|through|thru|until)\s)`
/** Neither side is a letter or another number, so that no part of a phone number or name is read. */
const form = new RegExp(
  String.raw`(?<![\p{L}\d@._+-])` +
    `(?:(?:class(?:es)? )?between (?<first>${shortYear})(?: and |${to})(?<last>${shortYear})` +
    `|(?:class(?:es)? )?from (?<first>${shortYear})${to}(?<last>${shortYear})` +
    `|class(?:es)? of (?<first>${shortYear})(?:${to}(?<last>${shortYear}))?` +
    `|(?<first>${year})(?:${to}(?<last>${shortYear}))?` +
    `|(?:(?:class(?:es)? )?(?:of|in|from) )?(?:the )?(?<decade>(?:${mark}|${isAlone}(?:19|20)?)\\d0${mark}?s)` +
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

/** `1990s`, and `’90s` as those that have begun and that someone of the last hundred years is of, the latest first. */
function decadesOf(typed: string, thisYear: number): Years[] {
  const digits = typed.replace(/\D/g, '')
  const century = Math.floor(thisYear / 100) * 100
  const starts =
    digits.length === 4 ? [Number(digits)] : [century, century - 100].map((start) => start + Number(digits))
  return starts
    .map((start) => ({ from: start, to: start + 9 }))
    .filter(({ from, to }) => from <= thisYear && to > thisYear - 100)
}

/** The last class year that is read is so many years ahead. */
export const yearsAhead = 10
const yearsOfStudents = 5

function spansOf(from: readonly number[], to: readonly number[]): Years[] {
  return from
    .flatMap((first) => to.map((last) => ({ from: first, to: last })))
    .filter(({ from, to }) => from <= to && to - from < 100)
}
