import type { FilterDescriber } from '@alumni/shared/describe-filters'
import type { ReactNode } from 'react'
import { formatUnknownCode, describeUnknownCodes } from '../../ui/words/unknown-codes.ts'
import { codesOf, type ListWords } from './list-words.ts'
import type { Choice, FieldInput } from './filter-fields.tsx'
import { CodesField, OneOfField, TypedField, YesNoField } from './filter-fields-later.ts'

/** A filter said once: its words in the address, and its fields in the panel. */
export type Filter<Word extends string, Choices> = {
  words: readonly Word[]
  /** One field, or two side by side. */
  fields: (typed: (word: Word) => FieldInput, choices: Choices | undefined) => ReactNode[]
  /** The values of its other words when the first of them is set. */
  defaults?: Partial<Record<string, string>>
  /** Where its codes are listed, and what that list is called; `chipList` where the chip has shorter names. */
  codes?: { listName: string; list: (choices: Choices) => readonly Choice[]; chipList?: Codes<Choices> }
  /** The filters that go with it when it is taken away, as its words say them. */
  alsoWords?: (words: ListWords<Word>) => readonly Word[]
}
type Codes<Choices> = (choices: Choices) => readonly Choice[]

/** A filter that is set; `unknown` is the sentence about codes that no list has. */
export type Chip<Name extends string> = { filter: Name; label: string; unknown?: string | undefined }
export type FilterGroup<Name> = { title: string; about?: string; filters: readonly Name[] }
export type FilterSet<Name extends string, Word extends string, Choices> = ReturnType<
  typeof createFilterSet<Name, Word, Choices>
>

export const defaultDistance = { within: '25' }

/** The usual kinds of filters. */
export function createFilterKinds<Word extends string, Choices>() {
  type Kind = Filter<Word, Choices>
  const codes = (word: Word, title: string, listName: string, list: Codes<Choices>, chipList = list): Kind => ({
    words: [word],
    fields: (typed, choices) => [
      <CodesField key={word} label={title} choices={choices && list(choices)} {...typed(word)} />,
    ],
    codes: { listName: listName, list, chipList },
  })
  return {
    /** Any of several; `chipList` where the chip has shorter names than the panel. */
    codes,
    /** One without a field: links have it, or searches that were saved earlier. */
    withoutField: (word: Word): Kind => ({ words: [word], fields: () => [] }),
    text: (word: Word, title: string, hint: string): Kind => ({
      words: [word],
      fields: (typed) => [<TypedField key={word} label={title} hint={hint} {...typed(word)} />],
    }),
    yesNo: (word: Word, title: string): Kind => ({
      words: [word],
      fields: (typed) => [<YesNoField key={word} label={title} {...typed(word)} />],
    }),
    oneOf: (word: Word, title: string, names: Readonly<Record<string, string>>, none?: string): Kind => ({
      words: [word],
      fields: (typed) => [<OneOfField key={word} label={title} none={none} choices={names} {...typed(word)} />],
    }),
    years: (from: Word, to: Word, title: string): Kind => ({
      words: [from, to],
      fields: (typed) => [
        <TypedField key={from} label={`${title}, from`} hint="1998" isNumber {...typed(from)} />,
        <TypedField key={to} label="to" hint="2008" isNumber {...typed(to)} />,
      ],
    }),
    days: (from: Word, to: Word, title: string): Kind => ({
      words: [from, to],
      fields: (typed) => [
        <TypedField key={from} label={`${title} from`} isDate {...typed(from)} />,
        <TypedField key={to} label="to" isDate {...typed(to)} />,
      ],
    }),
  }
}

/** The filters of a list, with their chips in the order of `phrases` and their fields in groups. */
export function createFilterSet<Name extends string, Word extends string, Choices>(
  filters: Record<Name, Filter<Word, Choices>>,
  phrases: Record<NoInfer<Name>, FilterDescriber<Word>>,
  groups: readonly FilterGroup<NoInfer<Name>>[],
) {
  type Words = ListWords<Word>
  const names = Object.keys(phrases) as Name[]
  const wordsOf = (name: Name, words: Words) => [...filters[name].words, ...(filters[name].alsoWords?.(words) ?? [])]
  const namesOf = (words: Words, choices: Choices | undefined) => (word: Word) => {
    const { codes } = Object.values<Filter<Word, Choices>>(filters).find((filter) => filter.words.includes(word))!
    const list = choices && codes && (codes.chipList ?? codes.list)(choices)
    return codesOf(words[word]).map((code) => (list ? (nameOf(list, code) ?? formatUnknownCode(code)) : code))
  }
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
    /** The changes that set a word; its filter may have defaults for others. */
    setWord: (words: Words, word: Word, value: string): Words => {
      const { words: all, defaults } = Object.values<Filter<Word, Choices>>(filters).find(({ words }) =>
        words.includes(word),
      )!
      const isNew = value !== '' && all.every((each) => !words[each])
      return { ...(isNew && defaults), [word]: value } as Words
    },
    /** Whether a filter of codes is set, whose names are in the choices. */
    hasCodes: (words: Words): boolean =>
      Object.values<Filter<Word, Choices>>(filters).some(({ codes, words: [word] }) => codes && words[word!]),
    /** Every filter that is set, in words. */
    chipsOf: (words: Words, choices: Choices | undefined): Chip<Name>[] =>
      names
        .filter((name) => filters[name].words.some((word) => words[word]))
        .map((filter) => {
          const { listName = '' } = filters[filter].codes ?? {}
          const unknown = unknownIn(filter, words, choices)
          // A code that no list has stands by itself, to be taken away.
          const label = phrases[filter](words, namesOf(words, choices)) || unknown.map(formatUnknownCode).join(', ')
          return { filter, label, unknown: unknown.length > 0 ? describeUnknownCodes(listName, unknown) : undefined }
        })
        .filter(({ label }) => label),
    /** The changes that take filters away. */
    without: (words: Words, ...removed: Name[]): Words =>
      Object.fromEntries(removed.flatMap((name) => wordsOf(name, words).map((word) => [word, undefined]))) as Words,
    /** The changes that take all filters away. */
    withoutAny: Object.fromEntries(
      names.flatMap((name) => filters[name].words.map((word) => [word, undefined])),
    ) as Words,
    /** The changes that leave only codes that are on the lists. */
    withoutUnknown: (words: Words, choices: Choices | undefined): Words =>
      Object.fromEntries(
        names.flatMap((name) => {
          const unknown = unknownIn(name, words, choices)
          const [word] = filters[name].words
          const known = codesOf(words[word!]).filter((code) => !unknown.includes(code))
          return unknown.length > 0 ? [[word, known.join(',')]] : []
        }),
      ) as Words,
  }
}

function nameOf(list: readonly Choice[], code: string): string | undefined {
  return list.find((choice) => choice.code === code)?.name
}
