/** What every screen is given. */
export interface ScreenProps {
  /** What the address names after the screen: a family, a generation, a part. */
  item?: string | undefined;
}
