import { getHeapStatistics } from 'node:v8'
import type { EngagedEvent } from '@alumni/shared/alumni/engaged-events'
import type { SearchReach } from '@alumni/shared/alumni/export'
import type { Suggestion } from '@alumni/shared/alumni/internal-api'
import type { ListPlace } from '@alumni/shared/page'
import type { PlaceSuggestion } from '@alumni/shared/alumni/search'
import { connect, type IndexDatabase } from './freshness/database.ts'
import { findDescriptions, type DescriptionsRequest } from './descriptions.ts'
import { FreshPeople } from './freshness/fresh-people.ts'
import type { IndexData } from './freshness/read-everyone.ts'
import { countClassEvents, type ClassEventsRequest } from './statistics/class-events.ts'
import type { StatisticsRequest } from './statistics/count-statistics.ts'
import type { Statistics } from './statistics/statistics-cache.ts'
import { findEngagedEvents, type EventsRequest } from './search/events.ts'
import { locate, type LocatedPlace } from './search/locate.ts'
import { VocabularyNames } from './search/vocabulary.ts'
import type { SearchRequest, PreparedSearch } from './search/find-matches.ts'
import { suggestPlaces } from './search/places.ts'
import { readSearchBox } from './search/read-search-box.ts'
import { findAlumni, readBuidSets, findPlace, countSearchReach, type SearchResult } from './search/search.ts'

/** Codes in use; all but the activities are sorted by frequency, most frequent first. */
export type TextsInUse = Record<'degrees' | 'states' | 'countries' | 'colleges' | 'activities', string[]>

/** `zone` is the time zone that determines the day on which a letter was sent. */
export type EngineOptions = IndexDatabase & { zone?: string }

/** Searches and counts people, with everything committed before the call. Throws `NotLoadedError` before `load`. */
export class Engine {
  readonly #pool
  readonly #fresh: FreshPeople
  readonly #names: VocabularyNames

  constructor({ zone = 'UTC', ...database }: EngineOptions) {
    this.#pool = connect(database)
    this.#names = new VocabularyNames(this.#pool)
    this.#fresh = new FreshPeople(this.#pool, zone)
  }

  async search(request: SearchRequest, from: number, to: number): Promise<SearchResult> {
    const { everyone, search } = await this.#prepareSearch(request)
    return findAlumni(everyone, search, from, to)
  }

  async place(request: SearchRequest, buid: string, before?: number): Promise<ListPlace> {
    const { everyone, search } = await this.#prepareSearch(request)
    return findPlace(everyone, search, buid, before)
  }

  async reach(request: SearchRequest): Promise<Omit<SearchReach, 'by_post'>> {
    const { everyone, search } = await this.#prepareSearch(request)
    return countSearchReach(everyone, search)
  }

  async #prepareSearch(request: SearchRequest): Promise<{ everyone: IndexData; search: PreparedSearch }> {
    const [everyone, buidSets] = await Promise.all([this.#fresh.getCurrent(), readBuidSets(this.#pool, request)])
    const { people } = everyone
    const box = readSearchBox(people, request.q ?? '')
    return { everyone, search: { request, box, buidSets, vocabulary: await this.#names.read(people) } }
  }

  async places(text: string, max: number): Promise<PlaceSuggestion[]> {
    return suggestPlaces((await this.#fresh.getCurrent()).people, text, max)
  }

  async suggest(text: string, max: number): Promise<Suggestion[]> {
    return (await this.#fresh.getCurrent()).suggestions.suggest(text, max)
  }

  async describe(request: DescriptionsRequest): Promise<string[]> {
    return findDescriptions((await this.#fresh.getCurrent()).people, request)
  }

  async events(request: EventsRequest, max: number): Promise<EngagedEvent[]> {
    return findEngagedEvents((await this.#fresh.getCurrent()).people, request, max)
  }

  async statistics(request: StatisticsRequest): Promise<Statistics> {
    return (await this.#fresh.getCurrent()).statistics.get(request)
  }

  async classEvents(request: ClassEventsRequest) {
    return countClassEvents((await this.#fresh.getCurrent()).people, request)
  }

  async locate(places: readonly string[]): Promise<(LocatedPlace | null)[]> {
    return locate((await this.#fresh.getCurrent()).people, places)
  }

  async textsInUse(): Promise<TextsInUse> {
    const { degrees, states, countries, colleges, events } = (await this.#fresh.getCurrent()).people.dictionaries
    return {
      degrees: degrees.listUsed(),
      states: states.listUsed(),
      countries: countries.listUsed(),
      colleges: colleges.listUsed(),
      activities: events.listUsedActivities(),
    }
  }

  load(): Promise<void> {
    return this.#fresh.load()
  }

  async catchUp(): Promise<void> {
    await this.#fresh.getCurrent()
  }

  async state(): Promise<{ people: number; bytes: number; heapBytes: number }> {
    const { people, byName, suggestions } = await this.#fresh.getCurrent()
    const columns = Object.values(people.columns()).reduce((sum, column) => sum + column.bytes, 0)
    return {
      people: people.size,
      bytes: columns + byName.slots.byteLength + suggestions.bytes,
      heapBytes: getHeapStatistics().used_heap_size,
    }
  }

  async close(): Promise<void> {
    await this.#fresh.close()
    await this.#pool.end()
  }
}
