import type { FilterDescriber } from '@alumni/shared/describe-filters'
import type { ReactNode } from 'react'
import { formatUnknownCode, describeUnknownCodes } from '../../ui/words/unknown-codes.ts'
import { splitCodes, type ListWords } from './list-words.ts'
import type { Choice, FieldInput } from './filter-fields.tsx'
import { CodesField, OneOfField, TypedField, YesNoField } from './lazy-filter-fields.ts'

export type Filter<Word extends string, Choices> = {
  words: readonly Word[]
  fields: (inputOf: (word: Word) => FieldInput, choices: Choices | undefined) => ReactNode[]
  /** Values for the filter's other parameters, set when the filter becomes active. */
  defaults?: Partial<Record<string, string>>
  /** `chipList` has the names to show in the chip; it defaults to `list`. */
  codes?: { listName: string; list: (choices: Choices) => readonly Choice[]; chipList?: Codes<Choices> }
  alsoWords?: (words: ListWords<Word>) => readonly Word[]
}
type Codes<Choices> = (choices: Choices) => readonly Choice[]

export type Chip<Name extends string> = { filter: Name; label: string; unknown?: string | undefined }
export type FilterGroup<Name> = { title: string; about?: string; filters: readonly Name[] }
export type FilterSet<Name extends string, Word extends string, Choices> = ReturnType<
  typeof createFilterSet<Name, Word, Choices>
>

export const defaultDistance = { within: '25' }

export function createFilterKinds<Word extends string, Choices>() {
  type Kind = Filter<Word, Choices>
  const codes = (word: Word, title: string, listName: string, list: Codes<Choices>, chipList = list): Kind => ({
    words: [word],
    fields: (inputOf, choices) => [
      <CodesField key={word} label={title} choices={choices && list(choices)} {...inputOf(word)} />,
    ],
    codes: { listName, list, chipList },
  })
  return {
    codes,
    /** A filter without a field, used by links and older saved searches. */
    withoutField: (word: Word): Kind => ({ words: [word], fields: () => [] }),
    text: (word: Word, title: string, hint: string): Kind => ({
      words: [word],
      fields: (inputOf) => [<TypedField key={word} label={title} hint={hint} {...inputOf(word)} />],
    }),
    yesNo: (word: Word, title: string): Kind => ({
      words: [word],
      fields: (inputOf) => [<YesNoField key={word} label={title} {...inputOf(word)} />],
    }),
    oneOf: (word: Word, title: string, names: Readonly<Record<string, string>>, none?: string): Kind => ({
      words: [word],
      fields: (inputOf) => [<OneOfField key={word} label={title} none={none} choices={names} {...inputOf(word)} />],
    }),
    years: (from: Word, to: Word, title: string): Kind => ({
      words: [from, to],
      fields: (inputOf) => [
        <TypedField key={from} label={`${title}, from`} hint="1998" isNumber {...inputOf(from)} />,
        <TypedField key={to} label="to" hint="2008" isNumber {...inputOf(to)} />,
      ],
    }),
    days: (from: Word, to: Word, title: string): Kind => ({
      words: [from, to],
      fields: (inputOf) => [
        <TypedField key={from} label={`${title} from`} isDate {...inputOf(from)} />,
        <TypedField key={to} label="to" isDate {...inputOf(to)} />,
      ],
    }),
  }
}

/** Chips are in the order of `phrases`; fields are in the order of `groups`. */
export function createFilterSet<Name extends string, Word extends string, Choices>(
  filters: Record<Name, Filter<Word, Choices>>,
  phrases: Record<NoInfer<Name>, FilterDescriber<Word>>,
  groups: readonly FilterGroup<NoInfer<Name>>[],
) {
  type Words = ListWords<Word>
  const names = Object.keys(phrases) as Name[]
  const wordsToRemove = (name: Name, words: Words) => [
    ...filters[name].words,
    ...(filters[name].alsoWords?.(words) ?? []),
  ]
  const createNameLookup = (words: Words, choices: Choices | undefined) => (word: Word) => {
    const { codes } = Object.values<Filter<Word, Choices>>(filters).find((filter) => filter.words.includes(word))!
    const list = choices && codes && (codes.chipList ?? codes.list)(choices)
    return splitCodes(words[word]).map((code) => (list ? (nameOf(list, code) ?? formatUnknownCode(code)) : code))
  }
  const listUnknownCodes = (name: Name, words: Words, choices: Choices | undefined): string[] => {
    const {
      codes,
      words: [word],
    } = filters[name]
    if (!codes || !choices) return []
    return splitCodes(words[word!]).filter((code) => nameOf(codes.list(choices), code) === undefined)
  }
  return {
    filters,
    groups,
    setWord: (words: Words, word: Word, value: string): Words => {
      const { words: all, defaults } = Object.values<Filter<Word, Choices>>(filters).find(({ words }) =>
        words.includes(word),
      )!
      const isNew = value !== '' && all.every((each) => !words[each])
      return { ...(isNew && defaults), [word]: value } as Words
    },
    /** Checks whether a filter with codes is active, in which case the choices are needed to name the codes. */
    hasCodes: (words: Words): boolean =>
      Object.values<Filter<Word, Choices>>(filters).some(({ codes, words: [word] }) => codes && words[word!]),
    chipsOf: (words: Words, choices: Choices | undefined): Chip<Name>[] =>
      names
        .filter((name) => filters[name].words.some((word) => words[word]))
        .map((filter) => {
          const { listName = '' } = filters[filter].codes ?? {}
          const unknown = listUnknownCodes(filter, words, choices)
          // Falls back to the unknown codes, so that the user can remove them.
          const label =
            phrases[filter](words, createNameLookup(words, choices)) || unknown.map(formatUnknownCode).join(', ')
          return { filter, label, unknown: unknown.length > 0 ? describeUnknownCodes(listName, unknown) : undefined }
        })
        .filter(({ label }) => label),
    without: (words: Words, ...removed: Name[]): Words =>
      Object.fromEntries(
        removed.flatMap((name) => wordsToRemove(name, words).map((word) => [word, undefined])),
      ) as Words,
    withoutAny: Object.fromEntries(
      names.flatMap((name) => filters[name].words.map((word) => [word, undefined])),
    ) as Words,
    withoutUnknown: (words: Words, choices: Choices | undefined): Words =>
      Object.fromEntries(
        names.flatMap((name) => {
          const unknown = listUnknownCodes(name, words, choices)
          const [word] = filters[name].words
          const known = splitCodes(words[word!]).filter((code) => !unknown.includes(code))
          return unknown.length > 0 ? [[word, known.join(',')]] : []
        }),
      ) as Words,
  }
}

function nameOf(list: readonly Choice[], code: string): string | undefined {
  return list.find((choice) => choice.code === code)?.name
}
