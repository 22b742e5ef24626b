const weekday = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'
const month =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?'
const day = '\\d{1,2}(?:st|nd|rd|th)?(?!\\d)'
const date = `${month} ${day}(?:, \\d{4})?|${day} (?:of )?${month}(?:,? \\d{4})?|\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?|\\d{4}-\\d\\d-\\d\\d`
const relative = 'today|tonight|tomorrow|(?:this|next|last) (?:week(?:end)?|month)'
const form = new RegExp(`(?<![\\w/])(?:${weekday}(?:,? (?:${date}))?|${date}|${relative})(?![\\w/])`, 'giu')

/** Lists the weekdays and dates of a text, each once. */
export function datesIn(text: string): string[] {
  return [...new Set(text.match(form))]
}
