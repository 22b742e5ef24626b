import type { Unlisted } from '@alumni/shared/alumni/catalog'
import { Button } from '@mantine/core'
import { Sentence } from '../../ui/sentence.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import classes from './catalog.module.css'

/** Codes that engagements use and nobody has named, each with the way to do so. */
export function UnlistedCodes({ unlisted, onName }: { unlisted: readonly Unlisted[]; onName: (code: string) => void }) {
  if (unlisted.length === 0) return null
  return (
    <section className={classes.unlisted} aria-label="Codes without a name">
      {unlisted.map(({ code, uses }) => (
        <Sentence
          key={code}
          tone="warn"
          actions={
            <Button variant="default" size="compact-sm" aria-label={`Give ${code} a name`} onClick={() => onName(code)}>
              Give it a name
            </Button>
          }
        >
          {countOf(uses, ['engagement uses', 'engagements use'])} the code <code>{code}</code>, which has no name yet.
        </Sentence>
      ))}
    </section>
  )
}
