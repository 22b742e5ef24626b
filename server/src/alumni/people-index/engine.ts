import { getHeapStatistics } from 'node:v8'
import type { EngagedEvent } from '@alumni/shared/alumni/engaged-events'
import type { SearchReach } from '@alumni/shared/alumni/export'
import type { Suggestion } from '@alumni/shared/alumni/internal-api'
import type { ListPlace } from '@alumni/shared/page'
import type { PlaceSuggestion } from '@alumni/shared/alumni/search'
import { connect, type IndexDatabase } from './freshness/database.ts'
import { findDescriptions, type DescriptionsAsked } from './descriptions.ts'
import { FreshPeople } from './freshness/fresh-people.ts'
import type { Everyone } from './freshness/read-everyone.ts'
import { countClassEvents, type ClassAsked } from './statistics/class-events.ts'
import type { StatisticsAsked } from './statistics/count-statistics.ts'
import type { Statistics } from './statistics/remembered-statistics.ts'
import { findEngagedEvents, type EventsAsked } from './search/events.ts'
import { locate, type Located } from './search/locate.ts'
import { VocabularyNames } from './search/vocabulary.ts'
import type { Asked, Question } from './search/answer.ts'
import { suggestPlaces } from './search/places.ts'
import { readSentence } from './search/read-sentence.ts'
import { findAlumni, findOnFile, findPlace, findReach, type Found } from './search/search.ts'

/** Texts in use, in no order but countries, those with the most people first. */
export type TextsInUse = Record<'degrees' | 'states' | 'countries' | 'colleges' | 'activities', string[]>

/** The days of letters are those of `zone`. */
export type EngineOptions = IndexDatabase & { zone?: string }

/**
 * The index itself, as its thread runs it. Each answer includes all that was committed before it was asked for. Throws
 * `NotLoaded` before `load` or when it is needed again.
 */
export class Engine {
  readonly #pool
  readonly #fresh: FreshPeople
  readonly #names: VocabularyNames

  constructor({ zone = 'UTC', ...database }: EngineOptions) {
    this.#pool = connect(database)
    this.#names = new VocabularyNames(this.#pool)
    this.#fresh = new FreshPeople(this.#pool, zone)
  }

  async search(asked: Asked, from: number, to: number): Promise<Found> {
    const { everyone, question } = await this.#asked(asked)
    return findAlumni(everyone, question, from, to)
  }

  async place(asked: Asked, buid: string, before?: number): Promise<ListPlace> {
    const { everyone, question } = await this.#asked(asked)
    return findPlace(everyone, question, buid, before)
  }

  async reach(asked: Asked): Promise<Omit<SearchReach, 'by_post'>> {
    const { everyone, question } = await this.#asked(asked)
    return findReach(everyone, question)
  }

  async #asked(asked: Asked): Promise<{ everyone: Everyone; question: Question }> {
    const [everyone, onFile] = await Promise.all([this.#fresh.now(), findOnFile(this.#pool, asked)])
    const { people } = everyone
    const box = readSentence(people, asked.q ?? '')
    return { everyone, question: { asked, box, onFile, vocabulary: await this.#names.now(people) } }
  }

  /** Cities where people on file live that begin so. */
  async places(typed: string, max: number): Promise<PlaceSuggestion[]> {
    return suggestPlaces((await this.#fresh.now()).people, typed, max)
  }

  async suggest(typed: string, max: number): Promise<Suggestion[]> {
    return (await this.#fresh.now()).suggestions.suggest(typed, max)
  }

  async describe(asked: DescriptionsAsked): Promise<string[]> {
    return findDescriptions((await this.#fresh.now()).people, asked)
  }

  async events(asked: EventsAsked, max: number): Promise<EngagedEvent[]> {
    return findEngagedEvents((await this.#fresh.now()).people, asked, max)
  }

  async statistics(asked: StatisticsAsked): Promise<Statistics> {
    return (await this.#fresh.now()).statistics.answer(asked)
  }

  async classEvents(asked: ClassAsked) {
    return countClassEvents((await this.#fresh.now()).people, asked)
  }

  async locate(places: readonly string[]): Promise<(Located | null)[]> {
    return locate((await this.#fresh.now()).people, places)
  }

  async textsInUse(): Promise<TextsInUse> {
    const { degrees, states, countries, colleges, events } = (await this.#fresh.now()).people.dictionaries
    return {
      degrees: degrees.used(),
      states: states.used(),
      countries: countries.used(),
      colleges: colleges.used(),
      activities: events.usedActivities(),
    }
  }

  /** Reads everyone, unless they are in memory. */
  load(): Promise<void> {
    return this.#fresh.load()
  }

  /** Reads what has changed. */
  async catchUp(): Promise<void> {
    await this.#fresh.now()
  }

  /** Counts the people, and the bytes that their columns and everything else take. */
  async state(): Promise<{ people: number; bytes: number; heapBytes: number }> {
    const { people, byName, suggestions } = await this.#fresh.now()
    const columns = Object.values(people.columns()).reduce((sum, column) => sum + column.bytes, 0)
    return {
      people: people.size,
      bytes: columns + byName.sorted.byteLength + suggestions.bytes,
      heapBytes: getHeapStatistics().used_heap_size,
    }
  }

  async close(): Promise<void> {
    await this.#fresh.close()
    await this.#pool.end()
  }
}
