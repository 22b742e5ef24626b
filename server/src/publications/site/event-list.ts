import type { EventsQuery } from '@alumni/shared/publications/content'
import type { FastifyRequest } from 'fastify'
import { readPlaces } from '../engine/place-lists.ts'
import { verifiedChampion } from '../engine/site.ts'
import { eventList, readEvents } from '../events/events.ts'
import type { Config } from '../../foundations/process/config.ts'

/** A page of the events at `path`, with its filters as they were read. */
export async function readEventList(config: Config, request: FastifyRequest, asked: EventsQuery, path: string) {
  const { db, server } = request
  const signup = await verifiedChampion(request)
  const zone = config.INSTITUTION_TIME_ZONE
  const visit = { index: server.peopleIndex, signup, online: 'online' }
  const { ids, errors, shown } = await readPlaces(eventList(db, zone, path), visit, asked)
  const { page: _page, time, community, ...where } = asked
  const values = {
    ...where,
    within: where.near && where.within,
    time: time === 'upcoming' ? '' : time,
    ...(path === '/events' && { community }),
  }
  return {
    ...(await readEvents(db, asked, { ids, zone }, signup?.id ?? null)),
    where: shown,
    filter: { values, errors },
  }
}
