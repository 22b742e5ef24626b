import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { Browser } from '../../../testing/browser.ts'
import { viewOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { championCookies } from './cookies.ts'
import { revokeDevice } from './devices.ts'
import { emailHash } from './signin-requests.ts'
import { codeOf, linkOf } from './testing/read-letter.ts'
import { rounds } from '../../../testing/soak.ts'

const { visitor, db, config, sendLetters } = await buildTestApp()
const cookies = championCookies(config)

type Index = 0 | 1
type SigninRequest = {
  /** Null after the browser has signed out. */
  browser: Index | null
  keeps: boolean
  isLive: boolean
  wrong: number
  /** Like `token`, undefined if no letter was sent. */
  code: string | undefined
  token: string | undefined
}
/** `exists` is false after the signup of the address was deleted. */
type Model = {
  asked: SigninRequest[]
  lettersLately: number
  exists: boolean
  browsers: Both<{ isVerified: boolean; isRemembered: boolean }>
}
/** `signup` is the surviving signup of the address. */
type Real = { email: string; signup: number; browsers: Both<Browser> }
type Both<Of> = Record<Index, Of>

type Step = fc.AsyncCommand<Model, Real>

/** Creates a step that checks both browsers afterwards, which rotates the tokens of remembered devices. */
function step(name: string, run: (model: Model, real: Real) => Promise<void>, check: Step['check'] = () => true): Step {
  return {
    check,
    toString: () => name,
    async run(model, real) {
      await run(model, real)
      for (const index of [0, 1] as const) {
        const { isVerified, isRemembered } = model.browsers[index]
        const known = isVerified ? 'verified' : isRemembered ? 'recognized' : 'anonymous'
        const { state } = viewOf(await real.browsers[index].visit('/')).site.visitor
        expect(state).toBe(model.exists ? known : 'anonymous')
      }
    },
  }
}

const sentRequests = ({ asked }: Readonly<Model>) => asked.filter(({ token }) => token !== undefined)
const hasLetters = (model: Readonly<Model>) => sentRequests(model).length > 0
const hasAsked = (browser: Browser) => browser.cookies.has(cookies.signin.name)

/** Consumes a link or code, which ends all others. Returns whether it signs in. */
function use(model: Model, index: Index, request: SigninRequest): boolean {
  if (!request.isLive) return false
  for (const each of model.asked) each.isLive = false
  if (!model.exists) return false
  const browser = model.browsers[index]
  browser.isVerified = true
  browser.isRemembered ||= request.keeps
  return true
}

function countWrongCode(model: Model, index: Index): void {
  const live = model.asked.filter(({ browser, isLive }) => browser === index && isLive)
  const newest = live.at(-1)
  if (!newest) return
  newest.wrong += 1
  if (live.reduce((sum, { wrong }) => sum + wrong, 0) >= 5) for (const request of live) request.isLive = false
}

const ask = (browser: Index, keeps: boolean) =>
  step(`ask(${browser}${keeps ? ', keep' : ''})`, async (model, real) => {
    const fields = { email: real.email, ...(keeps ? { keep_me_signed_in: 'yes' } : {}) }
    expect((await real.browsers[browser].submit('/profile-link', fields)).headers.location).toBe('/sign-in/code')
    const letters = await sendLetters()
    expect(letters.map(({ to }) => to)).toEqual(model.exists && model.lettersLately < 3 ? [real.email] : [])
    const [letter] = letters
    if (letter) model.lettersLately += 1
    const token = letter && new URL(linkOf(letter)).searchParams.get('token')!
    model.asked.push({ browser, keeps, isLive: true, wrong: 0, code: letter && codeOf(letter), token })
  })

const useLink = (browser: Index, nth: number) =>
  step(
    `useLink(${browser}, ${nth})`,
    async (model, real) => {
      const request = sentRequests(model).at(-1 - (nth % sentRequests(model).length))!
      await forgetPresses()
      const reply = await real.browsers[browser].submit('/sign-in/link', { token: request.token! })
      expect(reply.statusCode).toBe(use(model, browser, request) ? 303 : 410)
    },
    hasLetters,
  )

/** Deletes stored replies, which answer equal requests for ten seconds. */
const forgetPresses = () => db.deleteFrom('button_presses').execute()

/** Status codes for a browser without a request: an error, or a redirect if it is signed in. */
const unasked = [422, 303]

const useCode = (browser: Index, nth: number) =>
  step(
    `useCode(${browser}, ${nth})`,
    async (model, real) => {
      const request = sentRequests(model).at(-1 - (nth % sentRequests(model).length))!
      await forgetPresses()
      const isAsking = hasAsked(real.browsers[browser])
      const { statusCode, headers } = await real.browsers[browser].submit('/sign-in/code', { code: request.code! })
      if (!isAsking) return expect(unasked).toContain(statusCode)
      const isRight = request.browser === browser && request.isLive
      if (!isRight) countWrongCode(model, browser)
      const signsIn = isRight && use(model, browser, request)
      expect([statusCode, headers.location]).toEqual(signsIn ? [303, '/profile'] : [422, undefined])
    },
    hasLetters,
  )

const mistype = (browser: Index, times: number) =>
  step(`mistype(${browser}, ${times} times)`, async (model, real) => {
    const codes = new Set(model.asked.map(({ code }) => code))
    const wrong = Array.from({ length: 10 }, (_, digit) => String(digit).repeat(6)).find((code) => !codes.has(code))!
    await forgetPresses()
    const isAsking = hasAsked(real.browsers[browser])
    for (let time = 0; time < times; time++) {
      const { statusCode } = await real.browsers[browser].submit('/sign-in/code', { code: wrong })
      expect(isAsking ? [422] : unasked).toContain(statusCode)
      if (isAsking) countWrongCode(model, browser)
    }
  })

const wait16Minutes = step('wait', async (model, real) => {
  await db
    .updateTable('signin_requests')
    .set({ created_at: new Date(Date.now() - 16 * 60_000), expires_at: new Date(Date.now() - 6 * 60_000) })
    .where('email_hash', '=', emailHash(config, real.email))
    .execute()
  for (const request of model.asked) request.isLive = false
  model.lettersLately = 0
})

const deactivateSignup = (id: number, merged_into_id?: number) =>
  db.updateTable('champion_signups').set({ deleted_at: new Date(), merged_into_id }).where('id', '=', id).execute()

const merge = step(
  'merge',
  async (_, real) => {
    const survivor = await createSignup(db, { email: `kept-${real.signup}-${real.email}` })
    await deactivateSignup(real.signup, survivor.id)
    real.signup = survivor.id
  },
  ({ exists }) => exists,
)

const remove = step(
  'delete',
  async (model, real) => {
    await deactivateSignup(real.signup)
    model.exists = false
  },
  ({ exists }) => exists,
)

/** Closes the browser, which ends its session but not its device. */
const close = (browser: Index) =>
  step(`close(${browser})`, async (model, real) => {
    real.browsers[browser].cookies.delete(cookies.session.name)
    model.browsers[browser].isVerified = false
  })

const revoke = (browser: Index) =>
  step(`revoke(${browser})`, async (model, real) => {
    const [publicId] = (real.browsers[browser].cookies.get(cookies.device.name) ?? '').split('.')
    if (!publicId) return
    const { id } = await db
      .selectFrom('champion_devices')
      .select('id')
      .where('public_id', '=', publicId)
      .executeTakeFirstOrThrow()
    await revokeDevice(db, { signup: real.signup, device: id, reason: 'by the champion' })
    if (model.browsers[browser].isRemembered) model.browsers[browser] = unknownVisitor()
  })

const signOut = (browser: Index) =>
  step(`signOut(${browser})`, async (model, real) => {
    await real.browsers[browser].submit('/sign-out', {})
    model.browsers[browser] = unknownVisitor()
    for (const request of model.asked) if (request.browser === browser) request.browser = null
  })

const unknownVisitor = () => ({ isVerified: false, isRemembered: false })
const index = fc.constantFrom<Index>(0, 1)
/** Position of a letter, counted from the newest. */
const nth = fc.nat({ max: 2 })
const frequentSteps = [
  fc.tuple(index, fc.boolean()).map((parameters) => ask(...parameters)),
  fc.tuple(index, nth).map((parameters) => useLink(...parameters)),
  fc.tuple(index, nth).map((parameters) => useCode(...parameters)),
  fc.tuple(index, fc.constantFrom(1, 2, 4)).map((parameters) => mistype(...parameters)),
  index.map(close),
]
const rareSteps = [
  fc.constant(wait16Minutes),
  fc.constant(merge),
  fc.constant(remove),
  index.map(revoke),
  index.map(signOut),
]
const steps = [...frequentSteps, ...frequentSteps, ...frequentSteps, ...frequentSteps, ...rareSteps]

let runs = 0
test('two browsers that ask, use, mistype, wait, merge, delete, rotate, revoke and sign out in any order match the model', async () => {
  const run = fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 30, size: 'max' }), async (commands) => {
      await fc.asyncModelRun(async () => {
        const email = `model${++runs}@example.org`
        const { id } = await createSignup(db, { email })
        return {
          model: {
            asked: [],
            lettersLately: 0,
            exists: true,
            browsers: { 0: unknownVisitor(), 1: unknownVisitor() },
          },
          real: { email, signup: id, browsers: { 0: new Browser(visitor), 1: new Browser(visitor) } },
        }
      }, commands)
    }),
    { numRuns: rounds(10, 100), endOnFailure: true },
  )
  await expect(run).resolves.toBeUndefined()
})
