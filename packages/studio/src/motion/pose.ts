/** A camera's place as a similarity (turn, zoom, shift) around the middle of the picture. */

/** A point p from the middle goes to (a·x − b·y + x, b·x + a·y + y); shifts are shares of the picture's width. */
export interface Pose {
  a: number;
  b: number;
  x: number;
  y: number;
}

export const REST: Pose = { a: 1, b: 0, x: 0, y: 0 };

/** First one move, then the other. */
export function follow(first: Pose, then: Pose): Pose {
  return {
    a: then.a * first.a - then.b * first.b,
    b: then.b * first.a + then.a * first.b,
    x: then.a * first.x - then.b * first.y + then.x,
    y: then.b * first.x + then.a * first.y + then.y,
  };
}
