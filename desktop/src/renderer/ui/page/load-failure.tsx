import { UnstyledButton } from '@mantine/core'

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
