CREATE TABLE "unused_picture" (
	"name" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "pictures" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "product_pictures" ON "product" USING gin ("pictures") WHERE pictures <> '{}';