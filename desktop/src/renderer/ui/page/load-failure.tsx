import { UnstyledButton } from '@mantine/core'

/** Replaces a part of a page that could not be loaded. */
export function LoadFailure({ sentence, onRetry }: { sentence: string; onRetry: () => unknown }) {
  return (
    <p className="fact" role="status">
      {sentence}{' '}
      <UnstyledButton className="more" onClick={() => void onRetry()}>
        Try again
      </UnstyledButton>
    </p>
  )
}
