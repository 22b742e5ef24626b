import type { AccountPage } from '@alumni/shared/staff/second-factor'
import { Button } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { When } from '../../ui/words/when.tsx'
import { useEndOtherSessions, useEndSession } from './queries.ts'
import classes from './account.module.css'

export function SessionsPanel({ sessions }: { sessions: AccountPage['sessions'] }) {
  const [end, endOthers] = [useEndSession(), useEndOtherSessions()]
  const others = sessions.filter(({ is_this }) => !is_this)
  const inOrder = [...sessions.filter(({ is_this }) => is_this), ...others]
  return (
    <section className={classes.panel} aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <ul className={classes.rows}>
        {inOrder.map(({ id, browser, created_at, used_at, is_this }) => (
          <li key={id}>
            <IconDeviceDesktop size={20} stroke={1.5} aria-hidden />
            <div className={classes.what}>
              <strong>{browser}</strong>
              <span>
                {is_this ? (
                  'This browser'
                ) : (
                  <>
                    Last used <When at={used_at} />
                  </>
                )}
                , signed in <When at={created_at} />
              </span>
            </div>
            {!is_this && (
              <Button
                variant="default"
                size="xs"
                loading={end.isPending && end.variables === id}
                onClick={() => end.mutate(id)}
                aria-label={`End the session of ${browser}`}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <div className={classes.actions}>
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End all others
          </Button>
        </div>
      )}
      <p className="muted">A session ends after 12 hours without use, and after 30 days.</p>
    </section>
  )
}
