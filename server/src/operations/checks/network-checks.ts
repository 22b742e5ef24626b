import { compare } from '../../foundations/database/rows.ts'
import { compareTags, releaseTag } from '@alumni/shared/operations/releases'
import proxyAddr from '@fastify/proxy-addr'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { requestArrival, type Arrival } from '../../foundations/http/arrival.ts'
import type { IsTrusted } from '../../foundations/hosts/site.ts'
import type { Config } from '../../foundations/process/config.ts'
import { reportTimeout } from '../releases/older-processes.ts'
import { currentRelease } from '../releases/read-releases.ts'
import { attention, bad, good, type Check, type Finding } from './check.ts'

export const proxy: Check = {
  name: 'proxy',
  async run({ config, db }) {
    const results = await Promise.all([
      findSiteProblem(config, 'PUBLIC_URL', 'internal'),
      findSiteProblem(config, 'CHAMPIONS_URL', 'external'),
    ])
    const problems = results.filter((found) => found !== null)
    const worst = problems.find(({ state }) => state === 'bad') ?? problems[0]
    if (!worst) return good('Both sites are reached, by the scheme and host that visitors use.')
    const { runs, isOlder } = await readServers(db)
    if (!runs)
      return attention(
        'Not checked: no server runs that the proxy could lead to.',
        'Start a server, then: npm run doctor',
      )
    if (isOlder)
      return attention(
        `Not checked: the servers are of an earlier release. ${worst.message}`,
        'npm run doctor   again once servers of this release run',
      )
    return worst
  },
  failure: { message: 'The sites could not be asked', remedy: 'curl -i "$PUBLIC_URL/up"' },
}

/** Assumes that servers are running if the database is unavailable. Reads only columns that every release has. */
async function readServers(db: Db): Promise<{ runs: boolean; isOlder: boolean }> {
  const servers = await db
    .findAll('process_reports', ['release'], {
      program: 'server',
      reported_at: compare('>', sql<string>`now() - ${sql.raw(reportTimeout)}`),
    })
    .catch(() => null)
  const { tag } = await currentRelease()
  const isOlder = ({ release }: { release: string }) => releaseTag.test(release) && compareTags(release, tag) < 0
  return { runs: servers?.length !== 0, isOlder: servers?.length ? servers.every(isOlder) : false }
}

async function findSiteProblem(
  config: Config,
  name: 'PUBLIC_URL' | 'CHAMPIONS_URL',
  site: Arrival['site'],
): Promise<Finding | null> {
  const url = config[name]
  const reply = await requestArrival(config, url).catch((error: Error & { code?: string }) => error)
  if (reply instanceof Error)
    return attention(
      `${url} cannot be reached from here (${reply.code ?? reply.message}).`,
      `curl -v ${url}/up   here and on another machine; check whether a server and the proxy run, DNS, and ${name}`,
    )
  const { status, arrival } = reply
  if (arrival) return findArrivalProblem(arrival, { config, url, name, site })
  const isElsewhere = status >= 300 && status < 400
  return bad(
    `${url}/up answers ${status}${isElsewhere ? ', which leads elsewhere' : ' without our proof'}: that is another service, an older release, or a server with another SESSION_SECRET.`,
    `curl -i ${url}/up   and see where the proxy leads, and that ${name} is the address that visitors use`,
  )
}

type Site = { config: Config; url: string; name: string; site: Arrival['site'] }

function findArrivalProblem(arrival: Arrival, { config, url, name, site }: Site): Finding | null {
  const { peer, forwards, protocol, host } = arrival
  const expected = new URL(url)
  const plainPeer = peer.replace('::ffff:', '')
  const isTrusted = (proxyAddr.compile(config.TRUST_PROXY) as IsTrusted)(peer)
  if (forwards.length > 0 && !isTrusted)
    return bad(
      `TRUST_PROXY does not name the proxy of ${url}, ${plainPeer}: all visitors count as one.`,
      `TRUST_PROXY=${[...config.TRUST_PROXY, plainPeer].join(',')}   for every server, and restart them`,
    )
  if (`${protocol}:` !== expected.protocol)
    return bad(
      `The proxy does not say that ${url} was asked for by ${expected.protocol.slice(0, -1)}.`,
      'nginx: proxy_set_header X-Forwarded-Proto $scheme;   Caddy and HAProxy: see ops/',
    )
  if (host !== expected.host || arrival.site !== site)
    return bad(
      `${url} arrives as host ${host}.`,
      `nginx: proxy_set_header Host $http_host;   or make ${name} the address that visitors use`,
    )
  const isBehindProxy = forwards.length > 0 || expected.protocol === 'https:'
  if (isBehindProxy && !forwards.includes('x-forwarded-for'))
    return bad(
      `The proxy of ${url} does not say whose a request is: all visitors count as one.`,
      'nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;   Caddy does so by itself',
    )
  return null
}

export const mail: Check = {
  name: 'mail',
  applies: ({ isProduction, SMTP_URL }) => isProduction || SMTP_URL !== undefined,
  async run({ config }) {
    if (!config.SMTP_URL)
      return attention(
        'No mail server is set: letters stay on this machine.',
        'SMTP_URL=smtps://USER:PASSWORD@mail.example.edu   for every worker, and restart them',
      )
    // Imported only when needed, because servers send no letters.
    const { checkMailServer } = await import('../../foundations/mail/mailer.ts')
    const { isEncrypted, isRefused } = await checkMailServer(config.SMTP_URL)
    if (isRefused)
      return bad(
        'The mail server does not accept our user and password.',
        'Check USER:PASSWORD in SMTP_URL: characters such as @ and / are written %40 and %2F there.',
      )
    if (isEncrypted) return good('The mail server answers, by TLS.')
    return attention(
      'The mail server answers, without TLS: letters can be read on their way to it.',
      'SMTP_URL=smtps://…:465, or switch STARTTLS on there',
    )
  },
  failure: {
    message: 'The mail server does not answer',
    remedy: 'Check SMTP_URL: name, port (465 with smtps://, else 587), certificate, and whether a firewall lets it out',
  },
}

export const redis: Check = {
  name: 'redis',
  applies: ({ REDIS_URL }) => REDIS_URL !== undefined,
  async run({ config }) {
    const { Redis } = await import('ioredis')
    const client = new Redis(config.REDIS_URL!, {
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      retryStrategy: null,
      connectTimeout: 4000,
      commandTimeout: 4000,
    })
    let lastError: Error | undefined
    client.on('error', (error) => (lastError = error))
    try {
      await client.connect()
      return judgeRedis(await client.info())
    } catch (error) {
      throw lastError ?? error
    } finally {
      client.disconnect()
    }
  },
  failure: {
    message: 'Redis does not answer: each server counts limits and bans by itself',
    remedy: 'redis-cli -u "$REDIS_URL" ping   and check REDIS_URL: name, port, password',
  },
}

function judgeRedis(info: string): Finding {
  const valueOf = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
  if (valueOf('role') === 'slave')
    return bad('This Redis is a replica, which only reads.', 'Let REDIS_URL name the primary.')
  const policy = valueOf('maxmemory_policy')
  if (policy !== undefined && policy !== 'noeviction')
    return attention(
      `Redis forgets bans and counts when it is full (maxmemory-policy ${policy}).`,
      'redis-cli -u "$REDIS_URL" config set maxmemory-policy noeviction   and the same in redis.conf',
    )
  return good(`Redis ${valueOf('redis_version') ?? ''} answers.`)
}
