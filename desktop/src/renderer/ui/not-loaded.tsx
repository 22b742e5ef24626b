import { UnstyledButton } from '@mantine/core'
import classes from './more.module.css'

/** In the place of a part of a page that did not come. */
export function NotLoaded({ sentence, onRetry }: { sentence: string; onRetry: () => unknown }) {
  return (
    <p className={classes.none} role="status">
      {sentence}{' '}
      <UnstyledButton className={classes.more} onClick={() => void onRetry()}>
        Try again
      </UnstyledButton>
    </p>
  )
}
