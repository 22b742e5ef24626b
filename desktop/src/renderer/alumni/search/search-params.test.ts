import { describe, expect, it } from 'vitest'
import { parsePlainSearch, writePlainSearch } from '../../plain-search.ts'
import { splitCodes } from '../../domain/searches/list-params.ts'
import { hasSearchParams, queryOf, readSearchParams, withChanges, paramsOf } from './search-params.ts'

const read = (address: string) => readSearchParams(parsePlainSearch(address))

describe('a search in the URL', () => {
  it('is plain words, commas included', () =>
    expect(writePlainSearch(read('?college=EN%2CAS&q=o%27neil+peggy'))).toBe('?q=o%27neil+peggy&college=EN,AS'))
  it('keeps invalid values, which the server explains', () =>
    expect(read('?year_from=yesterday&page=-1')).toEqual({ year_from: 'yesterday', page: '-1' }))
  it('leaves out unknown parameters, blanks and the first page', () =>
    expect(read('?utm_source=letter&q=+&page=1&state=MA')).toEqual({ state: 'MA' }))
  it('has its parameters in a fixed order, whatever their order in the URL', () =>
    expect(writePlainSearch(read('?page=2&state=MA&q=ann'))).toBe(writePlainSearch(read('?q=ann&page=2&state=MA'))))
  it('is empty without parameters', () =>
    expect([hasSearchParams(read('')), hasSearchParams(read('?sort=name'))]).toEqual([false, true]))
  it('starts on its first page when it changes', () =>
    expect(withChanges(read('?q=ann&page=7'), { state: 'MA' })).toEqual({ q: 'ann', state: 'MA' }))
  it('removes a parameter that is cleared', () =>
    expect(withChanges(read('?q=ann&state=MA'), { state: undefined })).toEqual({ q: 'ann' }))
})

describe('a saved search', () => {
  it('is the query without the page', () =>
    expect(queryOf(read('?college=EN,AS&page=3&sort=-class_year'))).toBe('college=EN,AS&sort=-class_year'))
  it('is restored as it was saved', () =>
    expect(paramsOf(queryOf(read('?q=100%25+%26+more&zip=02118')))).toEqual({ q: '100% & more', zip: '02118' }))
  it('opens on its first page', () => expect(paramsOf('q=ann&page=9')).toEqual({ q: 'ann' }))
})

it('codes are parsed without duplicates and blanks', () => expect(splitCodes(' EN,,AS, EN')).toEqual(['EN', 'AS']))
