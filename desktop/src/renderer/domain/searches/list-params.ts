import { useNavigate } from '@tanstack/react-router'
import { parsePlainSearch, writePlainSearch } from '../../plain-search.ts'

export type ListParams<Param extends string> = Partial<Record<Param, string>>

export function createListParams<Param extends string>(names: readonly Param[]) {
  type Params = ListParams<Param>

  /** Returns the known parameters in a fixed order, without blank values or page 1. */
  function read(address: Record<string, unknown>): Params {
    const params: Params = {}
    for (const param of names) {
      const value = address[param]
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
      if (text && !(param === 'page' && text === '1')) params[param] = text
    }
    return params
  }

  return {
    read,
    withChanges: (params: Record<string, unknown>, changes: Params): Params =>
      read({ ...params, page: undefined, ...changes }),
    /** Returns the query to save or export, without the page, such as `college=EN&sort=-class_year`. */
    queryOf: (params: Params): string => writePlainSearch({ ...params, page: undefined }).slice(1),
    paramsOf: (query: string): Params => read({ ...parsePlainSearch(query), page: undefined }),
  }
}

export type ListAddress<Param extends string> = {
  params: ListParams<Param>
  change: (changes: ListParams<Param>) => void
  turn: (page: number) => void
  open: (params: ListParams<Param>) => void
}

/** `isReplaced` decides whether a change replaces the history entry. */
export function useListAddress<Param extends string>(
  params: ListParams<Param>,
  { read, withChanges }: Pick<ReturnType<typeof createListParams<Param>>, 'read' | 'withChanges'>,
  isReplaced: (params: ListParams<Param>) => boolean = () => true,
): ListAddress<Param> {
  const navigate = useNavigate()
  const go = (search: (before: Record<string, unknown>) => ListParams<Param>, replace = false) =>
    void navigate({ to: '.', search, replace, resetScroll: false })
  return {
    params,
    change: (changes) => go((before) => withChanges(before, changes), isReplaced(params)),
    turn: (page) => go((before) => read({ ...before, page })),
    open: (to) => void navigate({ to: '.', search: to }),
  }
}

/** Splits `EN,AS` into unique codes. */
export function splitCodes(value: string | undefined): string[] {
  return [
    ...new Set(
      (value ?? '')
        .split(',')
        .map((code) => code.trim())
        .filter(Boolean),
    ),
  ]
}
