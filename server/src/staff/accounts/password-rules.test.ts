import { describe, expect, test } from 'vitest'
import { readConfig } from '../../foundations/process/config.ts'
import { findPasswordFault } from './password-rules.ts'

const config = readConfig({ NODE_ENV: 'test', INSTITUTION_NAME: 'Bayside University' })
const faultOf = (password: string) =>
  findPasswordFault(password, { name: 'Ádá Lindqvist', email: 'ada.l@example.edu' }, config)

describe('accepted passwords', () => {
  test.each([
    ['four words', 'four violet harbour lanterns'],
    ['no digit or symbol', 'correcthorsebatterystaple'],
    ['fifteen characters', 'xqzv mwpt rlkjh'],
    ['another alphabet', 'зелёный чайник на крыше'],
    ['a name within a longer password', 'lindqvist paints seven purple tractors'],
    ['a random number', '83746501928374'.split('').reverse().join('') + '9182'],
    [
      '128 code points outside the basic plane',
      '😀🚲🌵🎻🧊🪁🦉🧵'.repeat(4) +
        [...Array(96)].map((_, index) => String.fromCodePoint(0x1f300 + ((index * 37) % 200))).join(''),
    ],
  ])('%s', async (_why, password) => expect(await faultOf(password)).toBeUndefined())
})

describe('refused passwords', () => {
  test.each([
    ['fourteen characters', 'xqzv mwpt rlkj', /at least 15/],
    ['fifteen bytes that are eight characters', 'éàüöïêûî', /at least 15/],
    ['fourteen after NFKC', 'ﬃ'.repeat(4), /at least 15/],
    ['129 characters', 'xqzv '.repeat(25) + 'abcd', /at most 128/],
    ['one letter', 'aaaaaaaaaaaaaaaa', /easy to guess/],
    ['a keyboard row', 'qwertyuiopasdfgh', /easy to guess/],
    ['a common password twice', 'letmeinletmeinletmein', /easy to guess/],
    ['the institution’s name', 'Bayside University 2026!', /not made of/],
    ['the service’s name', 'alumni-relations-service', /not made of/],
    ['the person’s name', 'Ada Lindqvist 1987', /not made of/],
    ['the person’s e-mail address', 'ada.l@example.edu', /not made of/],
    ['several of them', 'AdaBaysideAlumni#1', /not made of/],
  ])('%s', async (_why, password, message) => expect(await faultOf(password)).toMatch(message))
})
