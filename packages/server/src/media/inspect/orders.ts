/** What the parent orders of the process and the thread that look at files, and their results: plain data on both ways. */

/** To the child process: native decoders see hostile bytes there and nowhere else. */
export type ChildOrder =
  | { look: 'image'; file: string; pixelsMax: number }
  | { look: 'frames'; file: string; container: 'mov' | 'matroska' };

export type ImageResult =
  | { seen: 'image'; width: number; height: number }
  | { seen: 'too_many_pixels'; width: number; height: number }
  | { seen: 'undecodable' };

export type FramesResult =
  /**
   * From the first picture's timestamp to the last one's: both were decoded. `ratio` is the exact shape of the picture before
   * it is turned, where its pixels are not square.
   */
  | { seen: 'frames'; spanSeconds: number; ratio: number | null }
  | { seen: 'undecodable' }
  | { seen: 'codec_not_taken' }
  /** The optional decoder is not installed. */
  | { seen: 'no_decoder' };

/** To the worker thread: reads headers and sample tables, decodes nothing. */
export interface HeaderOrder {
  file: string;
}

export type HeaderResult =
  | {
      seen: 'header';
      codec: string;
      width: number;
      height: number;
      frames: number;
      /** First to last picture, without the last one's own duration. */
      spanSeconds: number;
      /** First picture to the end of the last. */
      seconds: number;
      hasSound: boolean;
    }
  | { seen: 'unreadable' }
  | { seen: 'no_video' }
  | { seen: 'codec_not_taken' };
