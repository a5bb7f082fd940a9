import { Link } from '@tanstack/react-router'

const link = 'font-semibold text-accent-strong underline underline-offset-4'

export function TermsView() {
  return (
    <p className="text-muted text-sm">
      By creating a vault you agree to the{' '}
      <Link to="/terms-of-use" className={link}>
        terms of use
      </Link>
      . What happens with your data is in the{' '}
      <Link to="/privacy-policy" className={link}>
        privacy policy
      </Link>
      .
    </p>
  )
}
