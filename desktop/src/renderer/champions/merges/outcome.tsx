import { mergeFields, type MergeOutcome } from '@alumni/shared/champions/merges'
import { BeforeAfter } from '../../ui/words/before-after.tsx'
import { effectsOf, sayValue } from './words.ts'
import classes from './comparison.module.css'

/** What a merge does, or has done: the fields that change, and everything that goes along. */
export function Outcome({ outcome }: { outcome: MergeOutcome }) {
  const effects = effectsOf(outcome)
  return (
    <div className={classes.outcome}>
      {outcome.fields.length > 0 && (
        <dl>
          {outcome.fields.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{mergeFields[field].label}</dt>
              <dd>
                <BeforeAfter before={sayValue(before)} after={sayValue(after)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {outcome.fields.length === 0 && <p>No field of the signup that stays changes.</p>}
      {effects.length > 0 && (
        <ul>
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
