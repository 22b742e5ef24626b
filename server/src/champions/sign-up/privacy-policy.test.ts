import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { consentWording, privacyPolicy, privacyPolicyVersion } from '@alumni/shared/champions/privacy-policy'

/** Digests of the policy texts. Do not edit a version that people have agreed to; add a line instead. */
const digests: Record<string, string> = {
  '2026-11-22': '8ef3f11cd2cc3547',
  '2026-11-26': 'a5eee75ef0bde7e4',
  '2026-11-27': '5f9604ac01fe9cc6',
  '2026-11-28': '6acf39ca1124cece',
}

test('the version of the privacy policy changes with its text', () => {
  const digest = createHash('sha256')
    .update(JSON.stringify([consentWording, privacyPolicy]))
    .digest('hex')
    .slice(0, 16)
  expect(digests[privacyPolicyVersion], 'the wording changed: give it a new version, and a line with this digest').toBe(
    digest,
  )
})
