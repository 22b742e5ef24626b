import type { FilterDescriber } from '@alumni/shared/describe-filters'
import type { ReactNode } from 'react'
import { formatUnknownCode, describeUnknownCodes } from '../../ui/format/unknown-codes.ts'
import { splitCodes, type ListParams } from './list-params.ts'
import type { Choice, FieldInput } from './filter-fields.tsx'
import { CodesField, OneOfField, TypedField, YesNoField } from './lazy-filter-fields.ts'

export type Filter<Param extends string, Choices> = {
  params: readonly Param[]
  fields: (inputOf: (param: Param) => FieldInput, choices: Choices | undefined) => ReactNode[]
  /** Values for the filter's other parameters, set when the filter becomes active. */
  defaults?: Partial<Record<string, string>>
  /** `chipList` has the names to show in the chip; it defaults to `list`. */
  codes?: { listName: string; list: (choices: Choices) => readonly Choice[]; chipList?: Codes<Choices> }
  alsoParams?: (params: ListParams<Param>) => readonly Param[]
}
type Codes<Choices> = (choices: Choices) => readonly Choice[]

export type Chip<Name extends string> = { filter: Name; label: string; unknown?: string | undefined }
export type FilterGroup<Name> = { title: string; about?: string; filters: readonly Name[] }
export type FilterSet<Name extends string, Param extends string, Choices> = ReturnType<
  typeof createFilterSet<Name, Param, Choices>
>

export const defaultDistance = { within: '25' }

export function createFilterKinds<Param extends string, Choices>() {
  type Kind = Filter<Param, Choices>
  const codes = (param: Param, title: string, listName: string, list: Codes<Choices>, chipList = list): Kind => ({
    params: [param],
    fields: (inputOf, choices) => [
      <CodesField key={param} label={title} choices={choices && list(choices)} {...inputOf(param)} />,
    ],
    codes: { listName, list, chipList },
  })
  return {
    codes,
    /** A filter without a field, used by links and older saved searches. */
    withoutField: (param: Param): Kind => ({ params: [param], fields: () => [] }),
    text: (param: Param, title: string, hint: string): Kind => ({
      params: [param],
      fields: (inputOf) => [<TypedField key={param} label={title} hint={hint} {...inputOf(param)} />],
    }),
    yesNo: (param: Param, title: string): Kind => ({
      params: [param],
      fields: (inputOf) => [<YesNoField key={param} label={title} {...inputOf(param)} />],
    }),
    oneOf: (param: Param, title: string, names: Readonly<Record<string, string>>, none?: string): Kind => ({
      params: [param],
      fields: (inputOf) => [<OneOfField key={param} label={title} none={none} choices={names} {...inputOf(param)} />],
    }),
    years: (from: Param, to: Param, title: string): Kind => ({
      params: [from, to],
      fields: (inputOf) => [
        <TypedField key={from} label={`${title}, from`} hint="1998" isNumber {...inputOf(from)} />,
        <TypedField key={to} label="to" hint="2008" isNumber {...inputOf(to)} />,
      ],
    }),
    days: (from: Param, to: Param, title: string): Kind => ({
      params: [from, to],
      fields: (inputOf) => [
        <TypedField key={from} label={`${title} from`} isDate {...inputOf(from)} />,
        <TypedField key={to} label="to" isDate {...inputOf(to)} />,
      ],
    }),
  }
}

/** Chips are in the order of `describers`; fields are in the order of `groups`. */
export function createFilterSet<Name extends string, Param extends string, Choices>(
  filters: Record<Name, Filter<Param, Choices>>,
  describers: Record<NoInfer<Name>, FilterDescriber<Param>>,
  groups: readonly FilterGroup<NoInfer<Name>>[],
) {
  type Params = ListParams<Param>
  const names = Object.keys(describers) as Name[]
  const paramsToRemove = (name: Name, params: Params) => [
    ...filters[name].params,
    ...(filters[name].alsoParams?.(params) ?? []),
  ]
  const createNameLookup = (params: Params, choices: Choices | undefined) => (param: Param) => {
    const { codes } = Object.values<Filter<Param, Choices>>(filters).find((filter) => filter.params.includes(param))!
    const list = choices && codes && (codes.chipList ?? codes.list)(choices)
    return splitCodes(params[param]).map((code) => (list ? (nameOf(list, code) ?? formatUnknownCode(code)) : code))
  }
  const listUnknownCodes = (name: Name, params: Params, choices: Choices | undefined): string[] => {
    const {
      codes,
      params: [param],
    } = filters[name]
    if (!codes || !choices) return []
    return splitCodes(params[param!]).filter((code) => nameOf(codes.list(choices), code) === undefined)
  }
  return {
    filters,
    groups,
    setParam: (params: Params, param: Param, value: string): Params => {
      const { params: all, defaults } = Object.values<Filter<Param, Choices>>(filters).find(({ params }) =>
        params.includes(param),
      )!
      const isNew = value !== '' && all.every((each) => !params[each])
      return { ...(isNew && defaults), [param]: value } as Params
    },
    /** Checks whether a filter with codes is active, so that the choices are needed to show names instead of codes. */
    hasCodes: (params: Params): boolean =>
      Object.values<Filter<Param, Choices>>(filters).some(({ codes, params: [param] }) => codes && params[param!]),
    chipsOf: (params: Params, choices: Choices | undefined): Chip<Name>[] =>
      names
        .filter((name) => filters[name].params.some((param) => params[param]))
        .map((filter) => {
          const { listName = '' } = filters[filter].codes ?? {}
          const unknown = listUnknownCodes(filter, params, choices)
          // Falls back to the unknown codes, so that the user can remove them.
          const label =
            describers[filter](params, createNameLookup(params, choices)) || unknown.map(formatUnknownCode).join(', ')
          return { filter, label, unknown: unknown.length > 0 ? describeUnknownCodes(listName, unknown) : undefined }
        })
        .filter(({ label }) => label),
    without: (params: Params, ...removed: Name[]): Params =>
      Object.fromEntries(
        removed.flatMap((name) => paramsToRemove(name, params).map((param) => [param, undefined])),
      ) as Params,
    withoutAny: Object.fromEntries(
      names.flatMap((name) => filters[name].params.map((param) => [param, undefined])),
    ) as Params,
    withoutUnknown: (params: Params, choices: Choices | undefined): Params =>
      Object.fromEntries(
        names.flatMap((name) => {
          const unknown = listUnknownCodes(name, params, choices)
          const [param] = filters[name].params
          const known = splitCodes(params[param!]).filter((code) => !unknown.includes(code))
          return unknown.length > 0 ? [[param, known.join(',')]] : []
        }),
      ) as Params,
  }
}

function nameOf(list: readonly Choice[], code: string): string | undefined {
  return list.find((choice) => choice.code === code)?.name
}
