import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { Card } from '../../ui/card.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { LinkCandidates } from './link-candidates.tsx'
import { Person } from './person.tsx'
import { UnlinkModal } from './unlink-modal.tsx'
import classes from './signup-page.module.css'

/** Who on file the champion is; where nobody knows yet, who may be, and why. */
export function AlumnusCard({ page }: { page: SignupPage }) {
  const { signup, alumnus, same_alumnus } = page
  const [isUnlinking, setUnlinking] = useState(false)
  const isActive = signup.standing === 'active'
  if (!alumnus)
    return isActive ? <LinkCandidates page={page} /> : <Card title="Alumnus" empty="Is not linked to an alumnus." />
  return (
    <Card
      title="Alumnus"
      actions={
        isActive && (
          <Button variant="default" size="compact-sm" onClick={() => setUnlinking(true)}>
            Unlink
          </Button>
        )
      }
    >
      <Person person={alumnus} />
      {same_alumnus.length > 0 && (
        <Sentence tone="warn" title="This alumnus has another signup">
          {same_alumnus.map(({ id, name, email }) => (
            <p key={id}>
              <Link to="/champion_signups/$id" params={{ id: String(id) }}>
                {name || email}
              </Link>
            </p>
          ))}
        </Sentence>
      )}
      {signup.status === 'started' && (
        <p className={classes.soft}>Counts as linked from when they have said where they live.</p>
      )}
      <UnlinkModal page={page} alumnus={alumnus} isOpen={isUnlinking} onClose={() => setUnlinking(false)} />
    </Card>
  )
}
