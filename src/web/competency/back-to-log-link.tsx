import { Link } from '@tanstack/react-router'

export function BackToPracticeLogLink() {
  return (
    <Link to="/ceu/practice" className="underline">
      Practice log
    </Link>
  )
}
