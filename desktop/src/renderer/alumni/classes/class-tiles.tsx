import { finalAnswerCodes } from '@alumni/shared/alumni/ask-filters'
import type { ClassFigures, ClassPage } from '@alumni/shared/alumni/classes'
import { buildStatsSearches, type SearchParameters } from '@alumni/shared/alumni/statistics-people'
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
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../domain/session/session.ts'
import { formatNumber, formatPercent } from '../../ui/format/numbers.ts'
import { KeyTiles, type KeyTile } from '../statistics/key-numbers.tsx'
import { formatRank } from './format-class.ts'
import { bouncedSignupsQuery } from './queries.ts'

export function ClassTiles({ page, figures }: { page: ClassPage; figures: ClassFigures }) {
  const { user } = useSession()
  const { class_year: year, alumni, by_email, engaged_alumni, engaged_last_year, first_time, champions, lost } = figures
  const people = buildStatsSearches(page, {})
  const all = people.livingOfClasses(year, year, 'all', page.year)
  const engaged = people.livingOfClasses(year, year, 'engaged', page.year)
  const engagedBefore = { ...all, ...people.engaged(page.year - 1) }
  const formatShare = (people: number) => formatPercent(people, alumni)
  const inRank = `${formatShare(engaged_alumni)} · ${formatRank(figures.rank, page.ranked)}`
  const byThisDate = `${formatShare(engaged_last_year)} · ${formatNumber(figures.engaged_last_year_to_day)} by this date`
  const firstTime = people.livingOfClasses(year, year, 'first time', page.year)
  const tiles = [
    buildTile('Living alumni', IconUsers, alumni, all),
    buildTile('Can be e-mailed', IconMail, by_email, { ...all, by_email: 'yes' }, formatShare(by_email)),
    buildTile('Engaged this year', IconActivity, engaged_alumni, engaged, inRank),
    buildTile('Engaged last year', IconHistory, engaged_last_year, engagedBefore, byThisDate),
    buildTile('First time this year', IconSparkles, first_time, firstTime, 'Never engaged before'),
    buildTile('Champions', IconHeartHandshake, champions, { ...all, champion: 'yes' }, formatShare(champions)),
    buildTile('Lost', IconMapOff, lost, { ...all, lost: 'yes' }, 'No address on file'),
  ]
  if (page.asked) {
    const { people: askedCount, answered } = page.asked
    const askedSearch = { ...all, asked_from: people.engaged(page.year).engaged_from! }
    const answeredSearch = { ...askedSearch, ask_answer: finalAnswerCodes.join(',') }
    const share = askedCount > 0 && `${formatPercent(answered, askedCount)} of those asked`
    tiles.push(
      buildTile('Asked this year', IconSend, askedCount, askedSearch, 'To an event or to help'),
      buildTile('Answered', IconMessageReply, answered, answeredSearch, share),
    )
  }
  return hasRole(user.role, 'staff') ? (
    <StaffClassTiles year={year} tiles={tiles} />
  ) : (
    <KeyTiles numbers={tiles} cols={columns} />
  )
}

function buildTile(label: string, icon: Icon, people: number, to: SearchParameters, line?: KeyTile['line']): KeyTile {
  return { label, icon, value: formatNumber(people), link: { people, to }, line }
}

const columns = { base: 2, sm: 4 }
const staffColumns = { base: 2, sm: 5 }

/** Adds a tile for champions with bounced letters. Viewers do not get this tile. */
function StaffClassTiles({ year, tiles }: { year: number; tiles: readonly KeyTile[] }) {
  const search = { unreached: 'yes', year_from: String(year), year_to: String(year) }
  const bounced = useQuery(bouncedSignupsQuery(search)).data?.matching
  const notReached: KeyTile = {
    label: 'Champions not reached',
    icon: IconMailOff,
    value: bounced === undefined ? '…' : formatNumber(bounced),
    link: (value) =>
      bounced ? (
        <Link to="/champion_signups" search={search}>
          {value}
        </Link>
      ) : (
        value
      ),
    line: 'A letter did not arrive',
  }
  return <KeyTiles numbers={[...tiles, notReached]} cols={staffColumns} />
}
