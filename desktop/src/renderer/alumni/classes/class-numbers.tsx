import { answerToAskCodes } from '@alumni/shared/alumni/asked'
import type { ClassFigures, ClassPage } from '@alumni/shared/alumni/classes'
import { peopleOf, type PeopleWords } from '@alumni/shared/alumni/statistics-people'
import { hasRole } from '@alumni/shared/staff/accounts'
import {
  IconActivity,
  IconHeartHandshake,
  IconHistory,
  IconMail,
  IconMailOff,
  IconMapOff,
  IconMessageReply,
  IconSend,
  IconSparkles,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../domain/session/session.ts'
import { count, percent } from '../../ui/words/numbers.ts'
import { KeyTiles, type KeyTile } from '../statistics/key-numbers.tsx'
import { rankWords } from './class-words.ts'
import { bouncedQuery } from './queries.ts'

/** The numbers of a class, each leading to its people. */
export function ClassNumbers({ page, found }: { page: ClassPage; found: ClassFigures }) {
  const { user } = useSession()
  const { class_year: of, alumni, by_email, engaged_alumni, engaged_last_year, first_time, champions, lost } = found
  const people = peopleOf(page, {})
  const all = people.ofClasses(of, of, 'all', page.year)
  const tiles: KeyTile[] = [
    { word: 'Living alumni', icon: IconUsers, value: count(alumni), who: { people: alumni, to: all } },
    {
      word: 'Can be e-mailed',
      icon: IconMail,
      value: count(by_email),
      who: { people: by_email, to: { ...all, by_email: 'yes' } },
      line: percent(by_email, alumni),
    },
    {
      word: 'Engaged this year',
      icon: IconActivity,
      value: count(engaged_alumni),
      who: { people: engaged_alumni, to: people.ofClasses(of, of, 'engaged', page.year) },
      line: `${percent(engaged_alumni, alumni)} · ${rankWords(found.rank, page.ranked)}`,
    },
    {
      word: 'Engaged last year',
      icon: IconHistory,
      value: count(engaged_last_year),
      who: { people: engaged_last_year, to: { ...all, ...people.engaged(page.year - 1) } },
      line: `${percent(engaged_last_year, alumni)} · ${count(found.engaged_last_year_to_day)} by this date`,
    },
    {
      word: 'First time this year',
      icon: IconSparkles,
      value: count(first_time),
      who: { people: first_time, to: people.ofClasses(of, of, 'first time', page.year) },
      line: 'Never engaged before',
    },
    {
      word: 'Champions',
      icon: IconHeartHandshake,
      value: count(champions),
      who: { people: champions, to: { ...all, champion: 'yes' } },
      line: percent(champions, alumni),
    },
    {
      word: 'Lost',
      icon: IconMapOff,
      value: count(lost),
      who: { people: lost, to: { ...all, lost: 'yes' } },
      line: 'No address on file',
    },
  ]
  if (page.asked) tiles.push(...askedTiles(page.asked, { ...all, asked_from: people.engaged(page.year).engaged_from! }))
  return hasRole(user.role, 'staff') ? <WithBounced year={of} tiles={tiles} /> : <KeyTiles of={tiles} cols={columns} />
}

function askedTiles({ people, answered }: ClassPage['asked'] & object, asked: PeopleWords): KeyTile[] {
  return [
    {
      word: 'Asked this year',
      icon: IconSend,
      value: count(people),
      who: { people, to: asked },
      line: 'To an event or to help',
    },
    {
      word: 'Answered',
      icon: IconMessageReply,
      value: count(answered),
      who: { people: answered, to: { ...asked, ask_answer: answerToAskCodes.join(',') } },
      line: people > 0 && `${percent(answered, people)} of those asked`,
    },
  ]
}

const columns = { base: 2, sm: 4 }
/** Ten tiles in two rows. */
const staffColumns = { base: 2, sm: 5 }

/** Adds the champions whose letters bounced, of whom viewers do not read. */
function WithBounced({ year, tiles }: { year: number; tiles: readonly KeyTile[] }) {
  const search = { unreached: 'yes', year_from: String(year), year_to: String(year) }
  const { data } = useQuery(bouncedQuery(search))
  return <KeyTiles of={[...tiles, bouncedTile(data?.matching, search)]} cols={staffColumns} />
}

function bouncedTile(bounced: number | undefined, search: Parameters<typeof bouncedQuery>[0]): KeyTile {
  return {
    word: 'Champions not reached',
    icon: IconMailOff,
    value: bounced === undefined ? '…' : count(bounced),
    who: (value) =>
      bounced ? (
        <Link to="/champion_signups" search={search}>
          {value}
        </Link>
      ) : (
        value
      ),
    line: 'A letter did not arrive',
  }
}
