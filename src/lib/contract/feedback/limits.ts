/** Pictures of one 意见反馈. */
export const maxFeedbackPictures = 6;
