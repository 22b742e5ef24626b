import type { ReactNode } from 'react'
import { dayWords } from '../../ui/words/days.ts'
import { unknownCode, unknownCodesWords } from '../../ui/words/unknown-codes.ts'
import { codesOf, type AddressWords } from './address-words.ts'
import { CodesField, OneOfField, TypedField, YesNoField, type Choice, type Typed } from './filter-fields.tsx'

/** A filter said once: its words in the address, its chip, and its fields in the panel. */
export type Filter<Word extends string, Choices> = {
  words: readonly Word[]
  /** The filter that is set, in words: "Class of 1998–2008". Until the choices are loaded, a code stands for itself. */
  chip: (words: AddressWords<Word>, choices: Choices | undefined) => string
  /** One field, or two side by side. */
  fields: (typed: (word: Word) => Typed, choices: Choices | undefined) => ReactNode[]
  /** Where its codes are listed, and what that list is called. */
  codes?: { called: string; list: (choices: Choices) => readonly Choice[] }
}

/** A filter that is set; `unknown` is the sentence about codes that no list has. */
export type Chip<Name extends string> = { filter: Name; label: string; unknown?: string | undefined }
export type FilterGroup<Name> = { title: string; about?: string; filters: readonly Name[] }
export type FilterSet<Name extends string, Word extends string, Choices> = ReturnType<
  typeof filterSet<Name, Word, Choices>
>

/** The usual kinds of filters. */
export function filterKinds<Word extends string, Choices>() {
  type Kind = Filter<Word, Choices>
  type Codes = NonNullable<Kind['codes']>
  const label = (of: Codes['list'], word: Word, words: AddressWords<Word>, choices: Choices | undefined) =>
    anyOf(codesOf(words[word]).map((code) => (choices ? (nameOf(of(choices), code) ?? unknownCode(code)) : code)))
  return {
    /** Any of several; `chipNames` where the chip has shorter names than the panel. */
    codes: (word: Word, title: string, called: string, list: Codes['list'], chipNames = list): Kind => ({
      words: [word],
      chip: (words, choices) => `${title}: ${label(chipNames, word, words, choices)}`,
      fields: (typed, choices) => [
        <CodesField key={word} label={title} choices={choices && list(choices)} {...typed(word)} />,
      ],
      codes: { called, list },
    }),
    college: (list: Codes['list']): Kind => ({
      words: ['college' as Word],
      chip: (words, choices) => {
        const names = label(list, 'college' as Word, words, choices)
        // Not "College: College of Engineering".
        return names.startsWith('College') ? names : `College: ${names}`
      },
      fields: (typed, choices) => [
        <CodesField key="college" label="College" choices={choices && list(choices)} {...typed('college' as Word)} />,
      ],
      codes: { called: 'colleges', list },
    }),
    text: (word: Word, title: string, hint: string): Kind => ({
      words: [word],
      chip: (words) => `${title}: ${words[word]}`,
      fields: (typed) => [<TypedField key={word} label={title} hint={hint} {...typed(word)} />],
    }),
    yesNo: (word: Word, yes: string, no: string): Kind => ({
      words: [word],
      chip: (words) => yesOrNo(words[word], yes, no),
      fields: (typed) => [<YesNoField key={word} label={yes} {...typed(word)} />],
    }),
    oneOf: (
      word: Word,
      title: string,
      names: Readonly<Record<string, string>>,
      chip: Kind['chip'],
      none?: string,
    ): Kind => ({
      words: [word],
      chip,
      fields: (typed) => [<OneOfField key={word} label={title} none={none} choices={names} {...typed(word)} />],
    }),
    years: (from: Word, to: Word, title: string, chip: string): Kind => ({
      words: [from, to],
      chip: (words) => `${chip} ${yearRange(words[from], words[to])}`,
      fields: (typed) => [
        <TypedField key={from} label={`${title}, from`} hint="1998" isNumber {...typed(from)} />,
        <TypedField key={to} label="to" hint="2008" isNumber {...typed(to)} />,
      ],
    }),
    days: (from: Word, to: Word, title: string): Kind => ({
      words: [from, to],
      chip: (words) => `${title} ${dayRange(words[from], words[to])}`,
      fields: (typed) => [
        <TypedField key={from} label={`${title} from`} isDate {...typed(from)} />,
        <TypedField key={to} label="to" isDate {...typed(to)} />,
      ],
    }),
  }
}

/** The filters of a list, with their chips in this order and their fields in groups. */
export function filterSet<Name extends string, Word extends string, Choices>(
  filters: Record<Name, Filter<Word, Choices>>,
  groups: readonly FilterGroup<NoInfer<Name>>[],
) {
  type Words = AddressWords<Word>
  const names = Object.keys(filters) as Name[]
  const unknownIn = (name: Name, words: Words, choices: Choices | undefined): string[] => {
    const {
      codes,
      words: [word],
    } = filters[name]
    if (!codes || !choices) return []
    return codesOf(words[word!]).filter((code) => nameOf(codes.list(choices), code) === undefined)
  }
  return {
    filters,
    groups,
    /** Every filter that is set, in words. */
    chipsOf: (words: Words, choices: Choices | undefined): Chip<Name>[] =>
      names
        .filter((name) => filters[name].words.some((word) => words[word]))
        .map((filter) => {
          const unknown = unknownIn(filter, words, choices)
          const label = filters[filter].chip(words, choices)
          const called = filters[filter].codes?.called ?? ''
          return { filter, label, unknown: unknown.length > 0 ? unknownCodesWords(called, unknown) : undefined }
        }),
    /** The changes that take filters away. */
    without: (...removed: Name[]): Words =>
      Object.fromEntries(removed.flatMap((name) => filters[name].words.map((word) => [word, undefined]))) as Words,
    /** The changes that leave only codes that are on the lists. */
    withoutUnknown: (words: Words, choices: Choices | undefined): Words =>
      Object.fromEntries(
        names.flatMap((name) => {
          const {
            codes,
            words: [word],
          } = filters[name]
          if (!codes || words[word!] === undefined) return []
          const unknown = unknownIn(name, words, choices)
          return [
            [
              word,
              codesOf(words[word!])
                .filter((code) => !unknown.includes(code))
                .join(','),
            ],
          ]
        }),
      ) as Words,
  }
}

function nameOf(list: readonly Choice[], code: string): string | undefined {
  return list.find((choice) => choice.code === code)?.name
}

const maxNames = 3

/** "Engineering, Law, Arts or 3 more". */
function anyOf(names: readonly string[]): string {
  const shown = names.length > maxNames + 1 ? [...names.slice(0, maxNames), `${names.length - maxNames} more`] : names
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(shown)
}

/** "1998–2008", "1998 or later", "2008 or earlier". */
function yearRange(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? from : `${from}–${to}`
  return from ? `${from} or later` : `${to} or earlier`
}

/** "July 1, 2026 to July 31, 2026", "on July 1, 2026", "since …", "until …". */
function dayRange(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? `on ${dayOrText(from)}` : `${dayOrText(from)} to ${dayOrText(to)}`
  return from ? `since ${dayOrText(from)}` : `until ${dayOrText(to ?? '')}`
}

/** A day in words; what is none stays as it was typed. */
export function dayOrText(text: string): string {
  return Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? text : dayWords(text)
}

export function yesOrNo(value: string | undefined, yes: string, no: string): string {
  if (value === 'yes') return yes
  return value === 'no' ? no : `${yes}: ${value}`
}

/** "ZIP 02118", "ZIP begins with 021". */
export function zipWords(zip: string | undefined): string {
  return zip?.length === 5 ? `ZIP ${zip}` : `ZIP begins with ${zip}`
}
